import { contracts as text } from '#web/messages/invoicing/contracts.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'

const words = text.details

type Props = {
  /** What is stored by now, by the names of the fields. */
  changes: readonly (readonly [name: string, value: string])[]
  onTake: () => void
  onKeep: () => void
}

/** Says what somebody else stored while a form was filled in, and lets the person choose. */
export function ChangedNotice({ changes, onTake, onKeep }: Props) {
  return (
    <Notice
      tone="attention"
      action={
        <>
          <ul className="list-disc pl-4 text-ink">
            {changes.map(([name, value]) => (
              <li key={name} className="wrap-anywhere">
                {name}: {value || '–'}
              </li>
            ))}
          </ul>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" variant="outline" onClick={onTake}>
              {words.take}
            </Button>
            <Button size="sm" variant="outline" onClick={onKeep}>
              {words.keep}
            </Button>
          </div>
        </>
      }
    >
      {words.changed}
    </Notice>
  )
}
