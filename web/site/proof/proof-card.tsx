import { proof } from '#web/messages/site/proof.ts'
import { Text, TextButton } from '#web/ui/layout/text.tsx'
import { SiteLink } from '#web/ui/site/site-link.tsx'
import { CertificateCard, CertificateFact, CheckMark } from '#web/ui/site/certificate-card.tsx'
import { useProof } from './use-proof.ts'

/** The live certificate of the front page. Each fact can fail, and says what that means. */
export function ProofCard({ checksLog = false }: { checksLog?: boolean }) {
  const { facts, isRunning, run } = useProof(checksLog)
  const counted = facts.filter(({ state }) => state !== 'absent')
  const passed = counted.filter(({ state }) => state === 'passed').length
  const state = isRunning ? 'running' : passed === counted.length ? 'passed' : 'failed'
  // The figure stands for what was found out, so it is another one when that is.
  const seed = facts.map(({ name, state }) => `${name}:${state}`).join(' ')
  return (
    <CertificateCard
      title={proof.cardTitle}
      seed={isRunning ? proof.cardTitle : seed}
      withoutScript={
        <>
          <Text size="base">{proof.noScript}</Text>
          <SiteLink href="/proof">{proof.how}</SiteLink>
        </>
      }
      foot={
        <>
          <CheckMark state={state}>{isRunning ? proof.running : proof.passed(passed, counted.length)}</CheckMark>
          <span className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
            <SiteLink href="/proof">{proof.how}</SiteLink>
            <TextButton onClick={() => !isRunning && run()} aria-disabled={isRunning}>
              {proof.again}
            </TextButton>
          </span>
        </>
      }
    >
      {facts.map((fact) => (
        <CertificateFact key={fact.name} {...fact} />
      ))}
    </CertificateCard>
  )
}
