import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FileProof } from '#vault/files/file-proof.ts'
import { formatBytes, formatDateTime } from '#web/lib/format.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { groupByFour } from '#web/ui/code/digit-groups.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Heading, Mono, Text } from '#web/ui/layout/text.tsx'
import { useVault } from '../../vault-context.ts'
import { proofQuery } from './proof.queries.ts'

/** Who signed: oneself, or somebody of the space, by the address their keys were pinned with. */
function signerFacts({ person, fingerprint }: FileProof['signer']): [string, ReactNode][] {
  const text = m.details.proof
  const keys = groupByFour(fingerprint)
  if (!person) return [[text.signer, <Mono key="signer">{text.you(keys)}</Mono>]]
  const who = [person.name, person.email].filter(Boolean).join(', ') || person.userId
  return [
    [text.signer, <Mono key="signer">{text.somebody(who, keys)}</Mono>],
    [text.theirKeys, m.sharing.trust[person.trust]],
  ]
}

/** That the file is the one that was signed: checked when the sheet opens, and never taken from a list. */
export function ProofCard({ fileId }: { fileId: string }) {
  const text = m.details.proof
  const { origin } = m.requests
  const { files } = useVault()
  const proof = useQuery(proofQuery(files, fileId))
  return (
    <section aria-label={text.title} className="flex flex-col gap-2 border-t border-line pt-4">
      <Heading look="small">{text.title}</Heading>
      {proof.isPending && <Text tone="soft">{text.checking}</Text>}
      {proof.isError && <Notice tone="error">{m.files.because(text.failed, sentenceFor(proof.error))}</Notice>}
      {proof.data && (
        <>
          <Notice tone="done">{text.ok}</Notice>
          {proof.data.received && <Notice tone="attention">{origin.unverified}</Notice>}
          <FactList
            facts={[
              [text.version, String(proof.data.version)],
              [text.signedAt, formatDateTime(new Date(proof.data.signedAt))],
              ...signerFacts(proof.data.signer),
              [text.content, <Mono key="content">{proof.data.contentId}</Mono>],
              ...(proof.data.received
                ? [
                    [
                      origin.fact,
                      origin.text(proof.data.received.title, formatDateTime(new Date(proof.data.received.sentAt))),
                    ] as const,
                  ]
                : []),
              [text.suite, text.suiteText(formatBytes(proof.data.segmentBytes))],
            ]}
          />
        </>
      )}
    </section>
  )
}
