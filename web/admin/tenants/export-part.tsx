import { queryOptions, useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#web/lib/format.ts'
import type { TenantExport, VaultClient } from '#web/lib/remote/vault-client.ts'
import { tenantExports as text } from '#web/messages/tenant-life.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { useAction } from '#web/parts/action/use-action.ts'
import { EnglishArea } from '#web/parts/language/english-area.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'

const KEY = 'tenantExports'
const ASK_MS = 2000
const ROW_PX = 28

const isRunning = ({ ended_at: endedAt, state }: TenantExport): boolean => endedAt === null && state !== 'failed'

const exportsQuery = (client: VaultClient['tenantLife'], tenant: string) =>
  queryOptions({
    queryKey: [KEY, tenant],
    queryFn: () => client.exports(tenant),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? ASK_MS : false),
  })

/** Takes everything that the server holds of an organisation as one archive. */
export function ExportPart({ tenant }: { tenant: string }) {
  const { tenantLife } = useVault()
  const exports = useQuery(exportsQuery(tenantLife, tenant))
  const { guarded } = useProtection()
  const start = useAction(() => guarded(tenantLife.beginExport)(tenant), {
    done: () => undefined,
    failed: text.startFailed,
    keys: [KEY],
    onDone: follow,
  })
  return (
    <EnglishArea>
      <section className="flex flex-col gap-2.5">
        <Heading>{text.title}</Heading>
        <Text tone="soft">{text.text}</Text>
        <QueryView
          query={exports}
          text={text}
          skeleton={<SkeletonRows label={text.loading} rows={1} rowHeight={ROW_PX} />}
        >
          {(all) => (
            <>
              {all.filter(isRunning).map((one) => (
                <Running key={one.id} one={one} />
              ))}
              {!all.some(isRunning) && (
                <Button
                  variant="outline"
                  className="self-start"
                  isBusy={start.isPending}
                  onClick={() => start.mutate(undefined)}
                >
                  {start.isPending ? text.busy : text.start}
                </Button>
              )}
              {all
                .filter((one) => !isRunning(one))
                .map((one) => (
                  <Text key={one.id} tone="hint">
                    {text.earlier(one.state, formatDateTime(new Date(one.asked_at)), one.asker)}
                  </Text>
                ))}
            </>
          )}
        </QueryView>
      </section>
    </EnglishArea>
  )
}

function Running({ one }: { one: TenantExport }) {
  const { tenantLife } = useVault()
  const cancel = useAction(() => tenantLife.cancelExport(one.id), {
    done: text.cancelled,
    failed: text.cancelFailed,
    keys: [KEY],
  })
  const { state, rows_done: rows, blobs_done: blobs, blobs_total: total, bytes_done: bytes } = one
  return (
    <div className="flex flex-col gap-2">
      <Text>{state === 'waiting' ? text.states.waiting : text.done(rows, blobs, total, bytes)}</Text>
      <Progress label={text.progress} value={total === null ? 0 : (blobs + 1) / (total + 1)} />
      <Button
        variant="outline"
        className="self-start"
        isBusy={cancel.isPending}
        onClick={() => cancel.mutate(undefined)}
      >
        {cancel.isPending ? text.cancelling : text.cancel}
      </Button>
    </div>
  )
}

/** The browser downloads by itself, so that an archive of any size goes to the disk. */
function follow(address: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
