import { m } from '#web/messages/app.ts'
import { TextArea } from '#web/ui/form/text-area.tsx'

const text = m.account.recover
type Props = { problem: string | null; onValueChange: () => void }

/** Where the 24 words are typed. */
export function RecoveryWordsField({ problem, onValueChange }: Props) {
  return (
    <TextArea
      name="words"
      label={text.words}
      hint={text.wordsHint}
      rows={4}
      isMono
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      problem={problem}
      onValueChange={onValueChange}
    />
  )
}
