import { useState } from 'react'
import { m } from '#web/messages/app.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { RadioChoices } from '#web/ui/form/radio-choices.tsx'
import { Text } from '#web/ui/layout/text.tsx'

export type ConflictChoice = 'replace' | 'keep-both' | 'skip'
/** What the dialog shows: the names that are taken, what the first would be called, and how many continue meanwhile. */
export type ConflictQuestion = {
  names: readonly string[]
  freeName: string
  remainingCount: number
  /** Replacing keeps what is here as a version; otherwise it moves to the trash. */
  keepsVersion: boolean
}

type Props = {
  /** Open while there is one. */
  question: ConflictQuestion | null
  onChoose: (choice: ConflictChoice) => void
}

const SHOWN_NAMES = 5

/** Asks once for a whole batch what happens to files whose names are taken. Closing it leaves them out. */
export function ConflictDialog({ question, onChoose }: Props) {
  return (
    <Dialog
      isOpen={question !== null}
      onClose={() => onChoose('skip')}
      title={m.items.conflict.title(question?.names.length ?? 1)}
    >
      {question && <Question {...question} onChoose={onChoose} />}
    </Dialog>
  )
}

function Question({
  names,
  freeName,
  remainingCount,
  keepsVersion,
  onChoose,
}: ConflictQuestion & Pick<Props, 'onChoose'>) {
  const text = m.items.conflict
  const [choice, setChoice] = useState<ConflictChoice>('keep-both')
  const hidden = names.length - SHOWN_NAMES
  return (
    <div className="flex flex-col gap-4">
      <div>
        <ul className="text-sm font-semibold wrap-anywhere">
          {names.slice(0, SHOWN_NAMES).map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        {hidden > 0 && <Text tone="soft">{text.more(hidden)}</Text>}
        {remainingCount > 0 && (
          <Text tone="soft" className="mt-1">
            {text.rest(remainingCount)}
          </Text>
        )}
      </div>
      <RadioChoices
        label={text.choices}
        value={choice}
        onChange={setChoice}
        choices={[
          { value: 'keep-both', label: text.keepBoth, hint: text.keepBothHint(freeName) },
          { value: 'replace', label: text.replace, hint: keepsVersion ? text.versionHint : text.replaceHint },
          { value: 'skip', label: text.skip, hint: text.skipHint },
        ]}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={() => onChoose(choice)}>{text.submit}</Button>
      </div>
    </div>
  )
}
