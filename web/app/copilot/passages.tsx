import type { FoundPassage } from '#contract/copilot/copilot.ts'
import { copilot as text } from '#web/messages/copilot.ts'
import { TextLink } from '#web/ui/layout/link.tsx'
import { Text } from '#web/ui/layout/text.tsx'

type Props = { passages: readonly FoundPassage[]; onLeave: () => void }

/** Element of a passage, which a sentence of a model leads to. */
export const passageId = (number: number): string => `copilot-passage-${number}`

/** Quotes of the documentation, numbered as a model is given them. */
export function Passages({ passages, onLeave }: Props) {
  if (passages.length === 0) {
    return (
      <Text tone="soft">
        {text.nothing} {text.nothingText}
      </Text>
    )
  }
  return (
    <ol className="flex flex-col divide-y divide-line rounded-md border border-line">
      {passages.map(({ address, title, heading, text: words }, at) => (
        <li
          key={address}
          id={passageId(at + 1)}
          tabIndex={-1}
          className="flex flex-col gap-1 p-3 outline-none focus:bg-copper-tint"
        >
          <p className="text-sm font-semibold wrap-anywhere">
            {at + 1}. {heading === '' ? title : `${title}: ${heading}`}
          </p>
          <blockquote className="line-clamp-4 text-sm text-ink-2 wrap-anywhere">{words}</blockquote>
          <TextLink
            to={address}
            className="text-sm"
            {...(address.startsWith('/dashboard') ? { onClick: onLeave } : { target: '_blank', reloadDocument: true })}
          >
            {text.read(title)}
          </TextLink>
        </li>
      ))}
    </ol>
  )
}
