import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useId } from 'react'
import { isQuestionLeft } from '#web/lib/account/protection/with-proof.ts'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { threats } from '#web/messages/threats/threats.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { toastError } from '#web/ui/overlay/toast.tsx'
import { useProtection } from '#web/parts/vault/use-protection.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { canariesQuery } from '../threats.queries.ts'

const text = threats.canary

/** An alarm on one of one's own files, such as one that only a thief would open. */
export function CanaryChoice({ file: { id } }: { file: Pick<VaultFile, 'id'> }) {
  const canaries = useQuery(canariesQuery(useVault().threats))
  const title = useId()
  const change = useCanary(id)
  const isSet = change.isPending ? change.variables : (canaries.data?.includes(id) ?? false)
  return (
    <section aria-labelledby={title} className="flex flex-col gap-2 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <Heading id={title} look="small">
          {text.title}
        </Heading>
        {isSet && (
          <Badge tone="copper">
            <BellRing size={11} aria-hidden="true" />
            {text.isSet}
          </Badge>
        )}
      </div>
      {canaries.isPending && <Text tone="soft">{text.loading}</Text>}
      {canaries.isError && !canaries.data && <NotRead error={canaries.error} />}
      {canaries.data && (
        <Checkbox
          label={text.label}
          hint={text.hint}
          checked={isSet}
          disabled={change.isPending}
          onCheckedChange={(isWanted) => change.mutate(isWanted)}
        />
      )}
    </section>
  )
}

/** Which files raise an alarm is not told to a sign-in that is old: the person confirms, and it is read again. */
function NotRead({ error }: { error: Error }) {
  const { threats: client } = useVault()
  const { guarded } = useProtection()
  const queries = useQueryClient()
  const { queryKey } = canariesQuery(client)
  const read = useMutation({
    mutationFn: async (): Promise<string[]> => guarded(client.canaries)(),
    onSuccess: (fileIds) => queries.setQueryData(queryKey, fileIds),
    onError: (refusal) => isQuestionLeft(refusal) || toastError(text.failed, sentenceFor(refusal)),
  })
  return (
    <>
      <Notice tone="error">{m.files.because(text.failed, sentenceFor(error))}</Notice>
      <Button variant="outline" isBusy={read.isPending} onClick={() => read.mutate()}>
        {text.read}
      </Button>
    </>
  )
}

function useCanary(fileId: string) {
  const { threats: client } = useVault()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (isWanted: boolean) => (isWanted ? client.setCanary(fileId) : client.removeCanary(fileId)),
    onError: (error) => isQuestionLeft(error) || toastError(text.saveFailed, sentenceFor(error)),
    // Until it is read again the box shows what was chosen.
    onSettled: () => queries.invalidateQueries({ queryKey: ['threats', 'canaries'] }),
  })
}
