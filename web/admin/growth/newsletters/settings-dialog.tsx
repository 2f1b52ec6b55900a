import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NEWSLETTER_LIMITS } from '#contract/growth/newsletters.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { newsletters as text } from '#web/messages/growth/newsletters.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CodeBlock } from '#web/ui/code/code-block.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { CopyField } from '#web/ui/form/copy-field.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { useAction } from '#web/parts/action/use-action.ts'
import { Reached } from '#web/parts/rights/reached.tsx'
import { mailSettingsQuery } from './newsletters.queries.ts'

const words = text.settings
const { organisationPerHour: most } = NEWSLETTER_LIMITS
const ROW_PX = 40

/** How fast newsletters leave, and how a mail server hands over what comes back. */
export function SettingsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.title} isGrowing>
      <Settings />
    </Dialog>
  )
}

function Settings() {
  const query = useQuery(mailSettingsQuery(useVault().newsletters))
  return (
    <QueryView query={query} text={text} skeleton={<SkeletonRows label={text.loading} rows={3} rowHeight={ROW_PX} />}>
      {({ per_hour: pace, token_made_at: since }) => (
        <div className="flex flex-col gap-6">
          <PaceForm pace={pace} />
          <Reached line="POST /growth/v1/newsletters/report-token">
            <ReportSection since={since} />
          </Reached>
        </div>
      )}
    </QueryView>
  )
}

function PaceForm({ pace }: { pace: number }) {
  const { newsletters } = useVault()
  const save = useAction((perHour: number) => newsletters.setPace(perHour), {
    done: words.saved,
    failed: text.failedChange,
    keys: ['newsletters'],
  })
  const isPace = (value: string): boolean =>
    /^\d{1,6}$/.test(value.trim()) && Number(value) >= most.min && Number(value) <= most.max
  return (
    <Form onSubmit={({ pace: typed = '' }) => save.mutate(Number(typed))}>
      <TextField
        name="pace"
        inputMode="numeric"
        label={words.pace}
        autoComplete="off"
        validate={(value) => (isPace(value) ? null : words.paceWrong)}
        defaultValue={String(pace)}
      />
      <Button type="submit" variant="outline" isBusy={save.isPending} className="self-start">
        {words.save}
      </Button>
    </Form>
  )
}

function ReportSection({ since }: { since: string | null }) {
  const { newsletters } = useVault()
  const [token, setToken] = useState<string | null>(null)
  const make = useAction(() => newsletters.makeReportToken(), {
    done: () => undefined,
    failed: text.failedChange,
    keys: ['newsletters'],
    onDone: setToken,
  })
  const address = `${window.location.origin}/growth/v1/reports`
  const command = `curl --fail --data-binary @- -H 'content-type: message/rfc822' -H "authorization: Bearer $TOKEN" ${address}`
  return (
    <section aria-label={words.reports} className="flex flex-col gap-3">
      <Heading look="small">{words.reports}</Heading>
      <Text tone="soft">{words.reportsText}</Text>
      <CodeBlock label={words.command} text={command} />
      {token === null ? (
        <Text tone="soft">{since === null ? words.noToken : words.tokenSince(formatDateTime(new Date(since)))}</Text>
      ) : (
        <>
          <Notice tone="attention">{words.tokenOnce}</Notice>
          <CopyField
            name="token"
            label={words.token}
            value={token}
            copyLabel={words.copyToken}
            onCopy={() => void copy(token)}
          />
        </>
      )}
      <Button variant="outline" isBusy={make.isPending} className="self-start" onClick={() => make.mutate(undefined)}>
        {since === null ? words.makeToken : words.another}
      </Button>
    </section>
  )
}

async function copy(token: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(token)
    toastDone(words.copied)
  } catch {
    // Refused by the browser or the person; the text is on the screen.
    toastError(text.failedChange)
  }
}
