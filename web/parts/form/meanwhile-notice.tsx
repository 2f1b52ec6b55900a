import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'

type Props = {
  /** Says what happened, as a heading of the changes. */
  said: string
  take: string
  keep: string
  /** Fields that somebody else changed, and what is stored by now. */
  changes: readonly (readonly [label: string, words: string])[]
  onTake: () => void
  onKeep: () => void
}

/** Says what somebody else stored while a form was filled in, and lets the person choose. */
export function MeanwhileNotice({ said, take, keep, changes, onTake, onKeep }: Props) {
  return (
    <Notice
      tone="attention"
      action={
        <>
          <ul className="list-disc pl-4 text-ink">
            {changes.map(([label, words]) => (
              <li key={label} className="wrap-anywhere">
                {label}: {words}
              </li>
            ))}
          </ul>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" variant="outline" onClick={onTake}>
              {take}
            </Button>
            <Button size="sm" variant="outline" onClick={onKeep}>
              {keep}
            </Button>
          </div>
        </>
      }
    >
      {said}
    </Notice>
  )
}

/** Returns the fields that differ, as they are stored. Both have the words of each field by its label. */
export const changesBetween = (
  seen: Readonly<Record<string, string>>,
  stored: Readonly<Record<string, string>>,
): readonly (readonly [string, string])[] =>
  Object.entries(stored)
    .filter(([label, words]) => seen[label] !== words)
    .map(([label, words]) => [label, words || '–'] as const)
