import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectToast, failing } from '#web/app/testing/failures.ts'
import { mountScreen } from '#web/app/testing/mount-screen.tsx'
import type { VaultAnswers } from '#web/app/testing/stub-vault.ts'
import {
  type Dictionary,
  type Finding,
  type GrammarEngine,
  type Setting,
  VaultError,
} from '#web/lib/remote/vault-client.ts'
import { expectAccessible, main } from '#web/ui/testing/accessible.ts'
import { screenWidth } from '#web/ui/testing/mount.tsx'
import { GRAMMAR_CHOICE } from './use-grammar.ts'

/** Speaks as the worker does, and knows three mistakes. */
function fakeEngine(): GrammarEngine & { settings: Setting[]; isOver: () => boolean } {
  const settings: Setting[] = []
  let isOver = false
  const rules: [RegExp, Omit<Finding, 'from' | 'to' | 'problem'>][] = [
    [/\bteh\b/g, rule(true, false, 'Typo', 'Did you mean “the”?', ['the', 'tech'])],
    [/\bzyx\b/g, rule(true, true, 'Spelling', 'Did you mean to spell “zyx” this way?', [])],
    [/\bvery very\b/g, rule(false, false, 'Repetition', 'Did you mean to repeat this word?', ['very', ''])],
  ]
  return {
    settings,
    isOver: () => isOver,
    configure: async (setting) => void settings.push(setting),
    looksEnglish: async (text) => !text.includes('Deutsch'),
    check: async (text) =>
      rules
        .flatMap(([pattern, made]) =>
          [...text.matchAll(pattern)].map(({ index, 0: problem }) => ({
            ...made,
            problem,
            from: index,
            to: index + problem.length,
          })),
        )
        .toSorted((one, other) => one.from - other.from),
    stop: () => {
      isOver = true
    },
  }
}
const rule = (isSpelling: boolean, isUnknownWord: boolean, kind: string, message: string, suggestions: string[]) => ({
  isSpelling,
  isUnknownWord,
  kind,
  message,
  suggestions,
})

const NO_WORDS: Dictionary = { words: [], dialect: 'American', is_installed: true }

type Given = NonNullable<VaultAnswers['grammar']> & NonNullable<VaultAnswers['checker']>
const mountContent = ({ start = failing, ...grammar }: Given, choice = 'on') => {
  localStorage.setItem(GRAMMAR_CHOICE, choice)
  return mountScreen('/ai-studio/content', {
    roles: { list: async () => ['growth_manager'], isOfOperator: async () => false },
    models: { list: failing },
    sources: { list: async () => ({ sources: [], embeddings: 'not installed' }) },
    drafts: { list: async () => ({ drafts: [], model: null }) },
    grammar: { read: async () => NO_WORDS, ...grammar },
    checker: { start },
  })
}

const panel = page.getByRole('region', { name: 'Grammar and spelling' })
const text = page.getByRole('textbox', { name: 'Text', exact: true })
const list = panel.getByRole('list', { name: 'Findings' })
const rows = () => [...document.querySelectorAll('[data-row]')].map((row) => row.textContent)
const marks = () => [...document.querySelectorAll('[data-finding]')].map((mark) => mark.textContent)
const field = () => text.element() as HTMLTextAreaElement
const selected = () => field().value.slice(field().selectionStart, field().selectionEnd)

test('where the engine is not installed, one line says how it is, and nothing is loaded', async () => {
  const start = vi.fn(failing)
  await mountContent({ read: async () => ({ ...NO_WORDS, is_installed: false }), start })
  await expect
    .element(panel.getByText('Grammar can be checked once “npm run studio -- grammar” was run on the server.'))
    .toBeVisible()
  await expect.element(panel.getByRole('checkbox')).not.toBeInTheDocument()
  expect(start).not.toHaveBeenCalled()
})

test('the engine starts with the switch, ends with it, and the browser keeps the choice', async () => {
  const engine = fakeEngine()
  const start = vi.fn(async () => engine)
  await mountContent({ start }, 'off')
  await userEvent.fill(text, 'A teh.')
  await expect.element(panel.getByRole('checkbox', { name: /Check grammar/ })).not.toBeChecked()
  expect(start).not.toHaveBeenCalled()
  await userEvent.click(panel.getByText('Check grammar'))
  await expect.element(panel.getByText('1 of spelling', { exact: true })).toBeVisible()
  expect(marks()).toEqual(['teh'])
  expect(localStorage.getItem(GRAMMAR_CHOICE)).toBe('on')
  await userEvent.click(panel.getByText('Check grammar'))
  expect(marks()).toEqual([])
  expect(engine.isOver()).toBe(true)
})

test('findings are marked by shape, counted, and shown one by one with the keyboard', async () => {
  await mountContent({ start: async () => fakeEngine() })
  await userEvent.fill(text, 'It was very very good.\n\nA teh and a zyx.')
  await expect.element(panel.getByText('2 of spelling, 1 of grammar and style')).toBeVisible()
  expect(marks()).toEqual(['very very', 'teh', 'zyx'])
  const shapes = [...document.querySelectorAll('[data-finding]')].map(
    (mark) => getComputedStyle(mark).textDecorationStyle,
  )
  expect(shapes).toEqual(['dotted', 'wavy', 'wavy'])
  await expectAccessible(main)
  field().setSelectionRange(0, 0)
  field().focus()
  for (const word of ['very very', 'teh', 'zyx', 'very very']) {
    await userEvent.keyboard('{F8}')
    await expect.poll(selected).toBe(word)
  }
  await userEvent.keyboard('{Shift>}{F8}{/Shift}')
  await expect.poll(selected).toBe('zyx')
  await expect.element(list.getByRole('button', { expanded: true })).toHaveTextContent('Spellingzyx')
  await userEvent.click(panel.getByRole('button', { name: 'Previous finding' }))
  await expect.poll(selected).toBe('teh')
  expect(document.querySelector('[data-finding][data-active]')?.textContent).toBe('teh')
})

test('the text behind the field is where the words of the field are', async () => {
  await mountContent({ start: async () => fakeEngine() })
  await userEvent.fill(
    text,
    `${'A line that is long enough to be wrapped by the field. '.repeat(8)}\n\n${'Line.\n\n'.repeat(40)}A teh.`,
  )
  await expect.element(panel.getByText('1 of spelling', { exact: true })).toBeVisible()
  const behind = document.querySelector('[data-finding]')?.parentElement
  expect(behind?.clientWidth).toBe(field().clientWidth)
  expect(Math.abs((behind?.scrollHeight ?? 0) - field().scrollHeight)).toBeLessThanOrEqual(1)
  await userEvent.click(panel.getByRole('button', { name: 'Next finding' }))
  await expect.poll(() => field().scrollTop).toBeGreaterThan(100)
  await expect.poll(() => behind?.scrollTop).toBe(field().scrollTop)
})

test('a replacement is one step, and the focus is at the next finding', async () => {
  await mountContent({ start: async () => fakeEngine() })
  await userEvent.fill(text, 'A teh, very very often, and a zyx.')
  await userEvent.click(list.getByRole('button', { name: /teh/ }))
  await userEvent.click(list.getByRole('button', { name: 'Replace by “tech”' }))
  await expect.element(text).toHaveValue('A tech, very very often, and a zyx.')
  await expect.element(panel.getByText('1 of spelling, 1 of grammar and style')).toBeVisible()
  expect(document.activeElement?.textContent).toContain('very very')
  await userEvent.click(list.getByRole('button', { name: 'Remove “very very”' }))
  await expect.element(text).toHaveValue('A tech,  often, and a zyx.')
  field().focus()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(text).toHaveValue('A tech, very very often, and a zyx.')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(text).toHaveValue('A teh, very very often, and a zyx.')
})

test('what is ignored is no longer shown, here', async () => {
  await mountContent({ start: async () => fakeEngine() })
  await userEvent.fill(text, 'This is the first zyx of all of them.\n\nAnd there comes the second zyx.')
  await expect.poll(marks).toEqual(['zyx', 'zyx'])
  await userEvent.click(list.getByRole('button', { name: /zyx/ }).first())
  await userEvent.click(list.getByRole('button', { name: 'Ignore here' }))
  await expect.poll(marks).toEqual(['zyx'])
  await expect.element(panel.getByText('1 of spelling', { exact: true })).toBeVisible()
})

test('a word goes into the dictionary, and the engine learns it', async () => {
  const engine = fakeEngine()
  const words: Dictionary['words'] = []
  await mountContent({
    start: async () => engine,
    read: async () => ({ ...NO_WORDS, words: [...words] }),
    addWord: async (word) => void words.push({ id: word, word }),
  })
  await userEvent.fill(text, 'A zyx and a teh.')
  await userEvent.click(list.getByRole('button', { name: /teh/ }))
  await expect.element(list.getByRole('button', { name: 'Add to dictionary' })).not.toBeInTheDocument()
  await userEvent.click(list.getByRole('button', { name: /zyx/ }))
  await userEvent.click(list.getByRole('button', { name: 'Add to dictionary' }))
  await expectToast('“zyx” added to the dictionary')
  await expect.poll(rows).toEqual(['Spellingteh'])
  expect(engine.settings).toEqual([{ dialect: 'American', words: ['zyx'] }])
})

test('words are added, removed and exported, and the English is chosen', async () => {
  let dictionary: Dictionary = { ...NO_WORDS, words: [{ id: 'a', word: 'ML-KEM' }] }
  const addWord = vi
    .fn<(word: string) => Promise<void>>(async () => undefined)
    .mockRejectedValueOnce(new VaultError('limit_reached', 'The dictionary is full'))
  await mountContent(
    {
      read: async () => dictionary,
      addWord,
      removeWord: async () => {
        dictionary = { ...dictionary, words: [] }
      },
      choose: async (dialect) => {
        dictionary = { ...dictionary, dialect }
      },
    },
    'off',
  )
  await userEvent.click(panel.getByRole('button', { name: 'Dictionary' }))
  const sheet = page.getByRole('dialog', { name: 'Dictionary' })
  await expect.element(sheet.getByText('1 word of at most 2,000')).toBeVisible()
  await expectAccessible(sheet)
  const word = sheet.getByRole('textbox', { name: 'New word' })
  await userEvent.fill(word, 'two words')
  await userEvent.click(sheet.getByRole('button', { name: 'Add word' }))
  await expect.element(sheet.getByText('One word, with a letter, without white space.')).toBeVisible()
  expect(addWord).not.toHaveBeenCalled()
  await userEvent.fill(word, 'zk-proof')
  await userEvent.click(sheet.getByRole('button', { name: 'Add word' }))
  await expect.poll(() => addWord.mock.calls).toEqual([['zk-proof']])
  await userEvent.selectOptions(sheet.getByRole('combobox', { name: 'English' }), 'British')
  await expectToast('Texts are checked in British English')
  await userEvent.click(sheet.getByRole('button', { name: 'Remove ML-KEM' }))
  await expect.element(sheet.getByText('No words yet')).toBeVisible()
})

test('a text that does not look English says so and is checked on demand', async () => {
  await mountContent({ start: async () => fakeEngine() })
  await userEvent.fill(text, 'Ein Text auf Deutsch mit mehr als acht langen teh Wörtern.')
  await expect.element(panel.getByText('This text does not look English, so it is not checked.')).toBeVisible()
  expect(marks()).toEqual([])
  await userEvent.click(panel.getByRole('button', { name: 'Check it all the same' }))
  await expect.poll(marks).toEqual(['teh'])
})

test('an engine that does not start says so, and is started again; also on a phone', async () => {
  await screenWidth(390)
  const start = vi.fn<() => Promise<GrammarEngine>>(async () => fakeEngine()).mockRejectedValueOnce(new TypeError('no'))
  await mountContent({ start })
  await userEvent.fill(text, 'A teh.')
  await expect.element(panel.getByText('The checker could not be started')).toBeVisible()
  await expectAccessible(main)
  await userEvent.click(panel.getByRole('button', { name: 'Start again' }))
  await expect.poll(marks).toEqual(['teh'])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
