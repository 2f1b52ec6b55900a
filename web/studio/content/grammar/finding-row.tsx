import { clsx } from 'clsx'
import { grammar as words } from '#web/messages/studio/grammar.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Text, TextButton } from '#web/ui/layout/text.tsx'
import { DICTIONARY_KEY } from './dictionary.queries.ts'
import type { Placed } from './placed-findings.ts'
import { useStudioAction } from '../../use-studio-action.ts'

type Props = {
  finding: Placed
  isActive: boolean
  onShow: () => void
  onReplace: (text: string) => void
  onIgnore: () => void
  onAdded: () => void
}

/** A finding with its words; the one that is looked at has what can be done. */
export function FindingRow({ finding, isActive, onShow, onReplace, onIgnore, onAdded }: Props) {
  const { isSpelling, isUnknownWord, kind, message, problem, suggestions } = finding
  const { grammar } = useVault()
  const add = useStudioAction((word: string) => grammar.addWord(word), {
    done: words.added(problem),
    failed: words.addFailed,
    keys: [DICTIONARY_KEY],
    onDone: onAdded,
  })
  return (
    <li className="py-2 text-sm">
      <button
        type="button"
        data-row
        aria-expanded={isActive}
        onClick={onShow}
        className="block w-full cursor-pointer text-left wrap-anywhere"
      >
        <span className="text-xs text-ink-3">{isSpelling ? words.spelling : kind}</span>
        <span
          className={clsx(
            'block font-semibold underline underline-offset-3',
            isSpelling ? 'decoration-danger decoration-wavy' : 'decoration-info decoration-dotted decoration-2',
          )}
        >
          {problem.trim() === '' ? `“${problem}”` : shortened(problem)}
        </span>
      </button>
      {isActive && (
        <>
          <Text tone="soft" className="mt-1 wrap-anywhere">
            {message}
          </Text>
          <div className="mt-2 flex flex-wrap gap-2">
            {suggestions.map((text) => (
              <Button
                key={text}
                variant="outline"
                size="sm"
                aria-label={text === '' ? words.removeIt(problem) : words.replaceBy(text)}
                onClick={() => onReplace(text)}
              >
                {text === '' ? words.remove : text.trim() === '' ? `“${text}”` : shortened(text)}
              </Button>
            ))}
          </div>
          <div className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
            <TextButton onClick={onIgnore}>{words.ignore}</TextButton>
            {isUnknownWord && (
              <TextButton disabled={add.isPending} onClick={() => add.mutate(problem)}>
                {words.add}
              </TextButton>
            )}
          </div>
        </>
      )}
    </li>
  )
}

const MAX_SHOWN = 80

/** A whole sentence is found to be long: its beginning says which. */
const shortened = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)
