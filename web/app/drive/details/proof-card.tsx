import { useQuery } from '@tanstack/react-query'
import { LockKeyhole, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FileProof } from '#vault/files/file-proof.ts'
import { formatBytes, formatShortDateTime } from '#web/lib/format.ts'
import type { VaultFile } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { requests as requestWords } from '#web/messages/requests.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { groupByFour } from '#web/ui/code/digit-groups.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Heading, Mono, Span, Text } from '#web/ui/layout/text.tsx'
import { Unfold } from '#web/ui/layout/disclosure.tsx'
import { FactList } from '#web/ui/list/fact-list.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
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

/**
 * That the file is the one that was signed: checked when its details are shown, and never taken from a list. One line says so; keys and
 * algorithms unfold.
 */
export function ProofCard({ file }: { file: VaultFile }) {
  const text = m.details.proof
  const { files } = useVault()
  const proof = useQuery(proofQuery(files, file))
  return (
    <section aria-label={text.title} className="flex flex-col gap-2 border-t border-line pt-4">
      <Heading look="small">{text.title}</Heading>
      {proof.isPending && <Text tone="soft">{text.checking}</Text>}
      {proof.isError && <Notice tone="error">{m.files.because(text.failed, sentenceFor(proof.error))}</Notice>}
      {proof.data?.received?.isFromDevice === true && <Text tone="soft">{requestWords.origin.deviceVerified}</Text>}
      {proof.data?.received?.isFromDevice === false && (
        <Notice tone="attention">{requestWords.origin.unverified}</Notice>
      )}
      {proof.data && <Proven file={file} proof={proof.data} />}
    </section>
  )
}

function Proven({ file, proof }: { file: VaultFile; proof: FileProof }) {
  const text = m.details.proof
  return (
    <Unfold
      title={
        <>
          <Span tone="brand" className="shrink-0">
            <ShieldCheck size={17} aria-hidden="true" />
          </Span>
          {text.ok}
        </>
      }
    >
      <FactList
        isNarrow
        facts={[
          [m.details.facts.protection, <Protection key="protection" isEncrypted={file.isEncrypted} />],
          [text.version, String(proof.version)],
          [text.signedAt, formatShortDateTime(new Date(proof.signedAt))],
          ...signerFacts(proof.signer),
          [text.type, <Mono key="type">{file.mimeType}</Mono>],
          [text.content, <Mono key="content">{proof.contentId}</Mono>],
          [text.suite, text.suiteText(formatBytes(proof.segmentBytes))],
        ]}
      />
    </Unfold>
  )
}

function Protection({ isEncrypted }: { isEncrypted: boolean }) {
  const { badge } = m.files
  if (!isEncrypted) return badge.plain
  return (
    <Badge tone="brand">
      <LockKeyhole size={11} aria-hidden="true" />
      {badge.quantum}
    </Badge>
  )
}
