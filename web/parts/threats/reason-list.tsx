import { REASON_CODES, type ReasonCode } from '#contract/threats.ts'
import { threats } from '#web/messages/threats/threats.ts'
import { Span } from '#web/ui/layout/text.tsx'

type Reason = { code: string; [fact: string]: unknown }

const isKnown = (code: string): code is ReasonCode => REASON_CODES.some((known) => known === code)

/** Why something was noticed, a sentence each; one of a newer server that this page does not know is left out. */
export function ReasonList({ reasons }: { reasons: readonly Reason[] }) {
  const known = reasons.flatMap(({ code, ...facts }) => (isKnown(code) ? [threats.reasons[code](facts)] : []))
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      {known.map((sentence) => (
        <li key={sentence}>
          <Span>{sentence}</Span>
        </li>
      ))}
    </ul>
  )
}
