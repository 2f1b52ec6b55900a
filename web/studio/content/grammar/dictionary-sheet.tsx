import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { type Dialect, DIALECTS, GRAMMAR_LIMITS } from '#contract/grammar/grammar.ts'
import { saveBlob } from '#web/lib/files/save-text.ts'
import type { Dictionary } from '#web/lib/remote/vault-client.ts'
import { grammar as text } from '#web/messages/studio/grammar.ts'
import { QueryView } from '#web/parts/query/query-view.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Form } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/filter-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { Text, TextButton } from '#web/ui/layout/text.tsx'
import { SkeletonRows } from '#web/ui/list/skeleton.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { DICTIONARY_KEY, dictionaryQuery } from './dictionary.queries.ts'
import { useStudioAction } from '../../use-studio-action.ts'

const words = text.dictionary
const ROW_PX = 40
const KEYS = [DICTIONARY_KEY]

/** The words that are right in texts of the organisation, and the English that they are in. */
export function DictionarySheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { grammar } = useVault()
  const dictionary = useQuery(dictionaryQuery(grammar))
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.title}>
      <Text tone="soft">{words.lead}</Text>
      <QueryView
        query={dictionary}
        text={{ failed: text.readFailed, retry: text.retry }}
        skeleton={<SkeletonRows label={text.loading} rows={3} rowHeight={ROW_PX} />}
      >
        {(data) => (
          <>
            <DialectChoice dialect={data.dialect} />
            <NewWord />
            <WordList words={data.words} />
          </>
        )}
      </QueryView>
    </Sheet>
  )
}

function DialectChoice({ dialect }: { dialect: Dialect }) {
  const { grammar } = useVault()
  const choose = useStudioAction((chosen: Dialect) => grammar.choose(chosen).then(() => chosen), {
    done: words.chosen,
    failed: words.chooseFailed,
    keys: KEYS,
  })
  return (
    <SelectField
      label={words.dialect}
      isInForm
      value={choose.isPending ? choose.variables : dialect}
      onChange={(chosen) => choose.mutate(chosen as Dialect)}
      options={DIALECTS.map((one) => [one, words.dialects[one]] as const)}
    />
  )
}

function NewWord() {
  const { grammar } = useVault()
  const [word, setWord] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const add = useStudioAction((given: string) => grammar.addWord(given).then(() => given), {
    done: text.added,
    failed: text.addFailed,
    keys: KEYS,
    onDone: () => setWord(''),
  })
  const submit = () => {
    const isWord = /^\S+$/.test(word.trim()) && /\p{L}/u.test(word)
    setProblem(isWord ? null : words.badWord)
    if (isWord) add.mutate(word.trim())
  }
  return (
    <Form onSubmit={submit}>
      <TextField
        name="word"
        label={words.word}
        maxLength={GRAMMAR_LIMITS.wordCharacters}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={word}
        required={false}
        problem={problem}
        onChange={(event) => {
          setProblem(null)
          setWord(event.currentTarget.value)
        }}
      />
      <Button type="submit" variant="outline" isBusy={add.isPending} className="self-start">
        {words.add}
      </Button>
    </Form>
  )
}

function WordList({ words: all }: Pick<Dictionary, 'words'>) {
  const { grammar } = useVault()
  const remove = useStudioAction(
    ({ id, word }: Dictionary['words'][number]) => grammar.removeWord(id).then(() => word),
    {
      done: words.removed,
      failed: words.removeFailed,
      keys: KEYS,
    },
  )
  const save = () =>
    saveBlob(words.fileName, new Blob([all.map(({ word }) => `${word}\n`).join('')], { type: 'text/plain' }))
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <Text tone="hint" size="xs" aria-live="polite">
          {all.length === 0 ? words.none : words.count(all.length, GRAMMAR_LIMITS.words)}
        </Text>
        {all.length > 0 && (
          <Button variant="outline" size="sm" onClick={save}>
            <Download size={14} aria-hidden="true" />
            {words.export}
          </Button>
        )}
      </div>
      <ul aria-label={words.list} className="divide-y divide-line">
        {all.map((one) => (
          <li key={one.id} className="flex items-center justify-between gap-3 py-2 text-sm">
            <span className="min-w-0 wrap-anywhere">{one.word}</span>
            <TextButton
              aria-label={words.remove(one.word)}
              disabled={remove.isPending}
              onClick={() => remove.mutate(one)}
            >
              {text.remove}
            </TextButton>
          </li>
        ))}
      </ul>
    </>
  )
}
