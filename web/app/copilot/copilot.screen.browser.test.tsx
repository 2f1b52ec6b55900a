import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AnswerNews, CopilotAnswer, FoundPlace } from '#contract/copilot/copilot.ts'
import type { Role } from '#contract/permissions.ts'
import { mountScreen } from '#web/app/testing/mount-screen.tsx'
import { storedFile } from '#web/app/testing/items.ts'
import type { VaultAnswers } from '#web/app/testing/stub-vault.ts'
import type { AnswerOrder } from '#web/lib/keyless/copilot/copilot-calls.ts'
import { type TeamSpace, VaultError, type VaultClient, type VaultFile } from '#web/lib/remote/vault-client.ts'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { screenWidth } from '#web/ui/testing/mount.tsx'
import { MAX_NAMES } from './space-names.queries.ts'
import { MAX_SPACES } from './use-space-files.ts'

const PASSAGES = [
  { address: '/dashboard/help#links', title: 'Share by link', heading: '', text: 'A link has an end.', likeness: 0.7 },
  { address: '/documentation/keys', title: 'Keys', heading: 'Sealing', text: 'Files are sealed.', likeness: 0.5 },
]
const place = (address: string, title: string, rights: Partial<FoundPlace> = {}): FoundPlace => ({
  address,
  title,
  permission: null,
  role: null,
  isOfOperator: false,
  opensAdmin: false,
  likeness: 0.6,
  ...rights,
})
const PLACES = [
  place('/admin/security?view=policies', 'Admin Panel: Rules', { permission: 'manage_security', opensAdmin: true }),
  place('/dashboard/security', 'Security'),
]
const ANSWER: CopilotAnswer = {
  passages: PASSAGES,
  places: PLACES,
  writer: { provider: 'Ollama', model: 'llama-3', keepsTexts: false },
}
const QUESTION = 'Where is our lease?'

type Write = (question: string, order: AnswerOrder) => Promise<void>
type Given = {
  answer?: Partial<CopilotAnswer>
  write?: Write
  roles?: Role[]
  files?: VaultFile[]
  others?: VaultAnswers
}

async function mountPanel({ answer = {}, write, roles = [], files = [], others = {} }: Given = {}) {
  const ask = vi.fn(async () => ({ ...ANSWER, ...answer }))
  screen = await mountScreen('/dashboard/help', {
    ...others,
    badges: { copilot: async () => ({ isActive: true, problem: null }) },
    copilot: { ask, ...(write && { write }) },
    roles: { list: async () => roles, isOfOperator: async () => false },
    files: { list: async () => files },
  })
  await userEvent.click(page.getByRole('button', { name: 'AI Copilot Active' }))
  await userEvent.fill(panel.getByLabelText('Your question'), QUESTION)
  await userEvent.keyboard('{Enter}')
  await expect.element(panel.getByText('A link has an end.')).toBeVisible()
  return ask
}
let screen: Awaited<ReturnType<typeof mountScreen>>
const panel = page.getByRole('dialog', { name: 'AI Copilot' })
const text = panel.getByRole('region', { name: 'Text written by model llama-3' })
const start = () => userEvent.click(panel.getByRole('button', { name: 'Write an answer' }))

/** A model that writes when the test says so. */
function slowModel() {
  let tell: AnswerOrder['onNews'] = () => undefined
  let end: () => void = () => undefined
  const write = vi.fn<Write>(async (_question, { signal, onNews }) => {
    tell = onNews
    onNews({ kind: 'passages', passages: PASSAGES })
    await new Promise<void>((resolve, reject) => {
      end = resolve
      signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))
    })
  })
  const say = (...news: AnswerNews[]) => news.forEach((one) => tell(one))
  return { write, say, end: () => end() }
}
const sentence = (words: string, ...sources: number[]): AnswerNews => ({ kind: 'sentence', text: words, sources })

test('quotes come first; a model is asked by itself, and its text has its label and a source for each sentence', async () => {
  const { write, say, end } = slowModel()
  await mountPanel({ write })
  await expect
    .element(panel.getByText(/go to the language model llama-3 \(Ollama\)\. The names of your files/))
    .toBeVisible()
  expect(write).not.toHaveBeenCalled()
  await expectAccessible()
  await start()
  await expect.element(text.getByText('The model reads the quotes …')).toBeVisible()
  say(sentence('A link ends by itself.', 1), sentence('Nobody else reads it.', 1, 2))
  await expect.element(text.getByText(/^Nobody else reads it\./)).toBeVisible()
  say({ kind: 'done', left_out: 1 })
  end()
  await expect.element(text.getByText(/A model can be wrong.* 1 sentence named no quote/)).toBeVisible()
  await expectAccessible(panel)
  await userEvent.click(text.getByRole('button', { name: 'Quote 2: Keys' }))
  await expect.poll(() => document.activeElement?.textContent).toContain('2. Keys: Sealing')
  expect(write.mock.calls.map(([question]) => question)).toEqual([QUESTION])
})

test.each([
  ['stopped', undefined, 'Stopped. What came so far stays.'],
  [
    'failed',
    { kind: 'failed', code: 'cut', message: 'The answer of the language model broke off' },
    'The answer of the language model broke off. What came so far stays; it is not the whole answer.',
  ],
  ['ended', null, 'What came so far stays; it is not the whole answer.'],
] as const)('an answer that was %s keeps what came, and says so', async (_, failure, said) => {
  await screenWidth(390)
  const { write, say, end } = slowModel()
  await mountPanel({ write })
  await start()
  say(sentence('A link ends by itself.', 1))
  await expect.element(text.getByText(/^A link ends by itself\./)).toBeVisible()
  if (failure === undefined) await userEvent.click(text.getByRole('button', { name: 'Stop' }))
  else {
    if (failure) say(failure)
    end()
  }
  await expect.element(text.getByText(said, { exact: false })).toBeVisible()
  await expect.element(text.getByText(/^A link ends by itself\./)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await userEvent.click(text.getByRole('button', { name: 'Try again' }))
  await expect.poll(() => write.mock.calls).toHaveLength(2)
})

test('a model that names no quote shows nothing of what it wrote', async () => {
  const { write, say, end } = slowModel()
  await mountPanel({ write })
  await start()
  say({ kind: 'done', left_out: 3 })
  end()
  await expect.element(text.getByText(/wrote nothing that it could show in the quotes/)).toBeVisible()
})

test('without a model there are quotes alone', async () => {
  await mountPanel({ answer: { writer: null } })
  await expect.element(panel.getByRole('button', { name: 'Write an answer' })).not.toBeInTheDocument()
})

test('a setting is offered to who may see it', async () => {
  await mountPanel({ roles: ['security_admin'] })
  const link = panel.getByRole('link', { name: 'Admin Panel: Rules' })
  await expect.element(link).toHaveAttribute('href', '/admin/security?view=policies')
})

test('a setting is not offered to others, and names of files stay here', async () => {
  const name = 'Mietvertrag Bergstrasse.pdf'
  const file = {
    id: 'f1',
    name,
    mimeType: 'application/pdf',
    sizeBytes: 1,
    trashedAt: null,
    folderId: null,
  } as VaultFile
  const { write } = slowModel()
  const ask = await mountPanel({ write, files: [file] })
  await expect.element(panel.getByRole('button', { name })).toBeVisible()
  await expect.element(panel.getByRole('link', { name: 'Security' })).toBeVisible()
  await expect.element(panel.getByRole('link', { name: 'Admin Panel: Rules' })).not.toBeInTheDocument()
  await start()
  await expect.poll(() => write.mock.calls).toHaveLength(1)
  expect(ask.mock.calls).toEqual([[QUESTION]])
  expect(JSON.stringify([ask.mock.calls, write.mock.calls])).not.toContain('Mietvertrag')
})

test('typing the next question compares no names again', async () => {
  let reads = 0
  const file = Object.defineProperty(storedFile(LEASE), 'name', {
    get: () => {
      reads += 1
      return LEASE
    },
  })
  await mountPanel({ files: [file] })
  await expect.element(panel.getByRole('button', { name: LEASE })).toBeVisible()
  const before = reads
  await userEvent.fill(panel.getByLabelText('Your question'), 'What is a team space?')
  await expect.element(panel.getByLabelText('Your question')).toHaveValue('What is a team space?')
  expect(reads).toBe(before)
})

const spaceCalled = (name: string, problem: TeamSpace['problem'] = null): TeamSpace => ({
  id: `of-${name}`,
  name: problem === null ? name : null,
  role: 'editor',
  epoch: 1,
  rosterHash: '',
  code: '',
  members: [],
  leavers: [],
  createdAt: '2026-05-04T12:00:00Z',
  problem,
})
type Names = VaultClient['spaces']['names']
const namesOf =
  (...names: string[]): Names =>
  async (id) => ({ names: names.map((name) => ({ id: `${name} of ${id}`, name })), isWhole: true })
const inSpaces = panel.getByRole('region', { name: 'Files in team spaces' })
const LEASE = 'Mietvertrag Bergstrasse.pdf'

test('files of team spaces are found by the meaning of their names, and are looked for in their space', async () => {
  const names = vi.fn(namesOf(LEASE))
  const list = async () => [spaceCalled('Board'), spaceCalled('Doubtful', 'space_refused')]
  const { write } = slowModel()
  const ask = await mountPanel({
    write,
    files: [storedFile('rent.txt')],
    others: {
      spaces: {
        list,
        names,
        files: async () => [storedFile(LEASE)],
        folders: async () => [],
        tagPairs: async () => [],
      },
    },
  })
  await expect.element(inSpaces.getByRole('button', { name: `${LEASE} in “Board”` })).toBeVisible()
  expect(inSpaces.getByRole('button').elements()).toHaveLength(1)
  expect(panel.getByRole('region', { name: 'Files in your vault' }).getByRole('button').elements()).toHaveLength(1)
  await expectAccessible(panel)
  expect(names.mock.calls).toEqual([['of-Board', MAX_NAMES]])
  await start()
  await expect.poll(() => write.mock.calls).toHaveLength(1)
  expect(JSON.stringify([ask.mock.calls, write.mock.calls])).not.toMatch(/Mietvertrag|Board|rent/)
  await userEvent.click(inSpaces.getByRole('button'))
  await expect.element(panel).not.toBeInTheDocument()
  await expect.poll(() => screen.address()).toBe('/dashboard/spaces/of-Board')
  await expect.element(page.getByRole('searchbox')).toHaveValue(LEASE)
})

test('what a space has is not shown any longer once the person does not belong to it', async () => {
  let spaces = [spaceCalled('Board')]
  let tell: (hint: 'spaces') => void = () => undefined
  await mountPanel({
    others: {
      spaces: { list: async () => spaces, names: namesOf(LEASE) },
      live: {
        listen: ({ onHint }) => {
          tell = onHint
          return () => undefined
        },
      },
    },
  })
  await expect.element(inSpaces.getByRole('button')).toBeVisible()
  spaces = []
  tell('spaces')
  await expect.element(inSpaces).not.toBeInTheDocument()
})

test('only so many spaces are looked in, and the others are told', async () => {
  const many = Array.from({ length: MAX_SPACES + 2 }, (_, at) => spaceCalled(`Team ${at}`))
  const names = vi.fn<Names>(async (id) => ({ names: id === 'of-Team 3' ? [{ id, name: LEASE }] : [], isWhole: true }))
  await mountPanel({ others: { spaces: { list: async () => many, names } } })
  await expect.element(inSpaces.getByRole('button')).toBeVisible()
  await expect.element(panel.getByText('2 team spaces were not looked in completely: search there.')).toBeVisible()
  expect(names).toHaveBeenCalledTimes(MAX_SPACES)
})

test('one space is read after another, once, and not again with what changes in them', async () => {
  const list = async () => ['Board', 'Sales', 'Legal'].map((name) => spaceCalled(name))
  let reading = 0
  let most = 0
  const names = vi.fn<Names>(async (id, room) => {
    reading += 1
    most = Math.max(most, reading)
    await new Promise((resolve) => setTimeout(resolve, 20))
    reading -= 1
    return namesOf(`${LEASE} of ${id}`)(id, room)
  })
  let tell: (hint: 'files') => void = () => undefined
  const own = vi.fn(async () => [])
  const live: VaultAnswers['live'] = {
    listen: ({ onHint }) => {
      tell = onHint
      return () => undefined
    },
  }
  await mountPanel({ others: { spaces: { list, names }, folders: { list: own }, live } })
  await expect.poll(() => inSpaces.getByRole('button').elements()).toHaveLength(3)
  const before = own.mock.calls.length
  tell('files')
  await expect.poll(() => own.mock.calls.length).toBeGreaterThan(before)
  await userEvent.fill(panel.getByLabelText('Your question'), 'Another lease')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => inSpaces.getByRole('button').elements()).toHaveLength(3)
  expect(names.mock.calls.map(([id]) => id)).toEqual(['of-Board', 'of-Sales', 'of-Legal'])
  expect(most).toBe(1)
})

test.each([
  ['that cannot be read', 'unexpected', ['of-Board', 'of-Sales', 'of-Legal']],
  ['for which the server takes no more requests', 'rate_limited', ['of-Board', 'of-Sales']],
] as const)('a space %s is told in the panel, without a toast', async (_, code, read) => {
  const list = async () => ['Board', 'Sales', 'Legal'].map((name) => spaceCalled(name))
  const names = vi.fn<Names>(async (id, room) => {
    if (id === 'of-Sales') throw new VaultError(code, 'Not now.')
    return namesOf(LEASE)(id, room)
  })
  await mountPanel({ others: { spaces: { list, names } } })
  await expect.element(panel.getByText(/^[12] team spaces? (was|were) not looked in completely/)).toBeVisible()
  expect(inSpaces.getByRole('button').elements()).toHaveLength(read.length - 1)
  expect(names.mock.calls.map(([id]) => id)).toEqual(read)
  expect(page.getByText('Error', { exact: true }).elements()).toEqual([])
})

test('names beyond the limit are not read, and their spaces are told', async () => {
  const list = async () => ['Board', 'Sales', 'Legal'].map((name) => spaceCalled(name))
  const names = vi.fn<Names>(async (id, room) =>
    id === 'of-Board'
      ? {
          names: Array.from({ length: MAX_NAMES - 1 }, (_, at) => ({ id: `f${at}`, name: `${at}.txt` })),
          isWhole: true,
        }
      : { names: [{ id, name: LEASE }].slice(0, room), isWhole: false },
  )
  await mountPanel({ others: { spaces: { list, names } } })
  await expect.element(panel.getByText('2 team spaces were not looked in completely: search there.')).toBeVisible()
  expect(inSpaces.getByRole('button').elements()).toHaveLength(1)
  expect(names.mock.calls).toEqual([
    ['of-Board', MAX_NAMES],
    ['of-Sales', 1],
  ])
})

test('the palette opens the panel with what was typed, and nothing is asked before Ask is pressed', async () => {
  const ask = await mountPanel()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  const palette = page.getByRole('dialog').getByRole('combobox')
  await userEvent.fill(palette, 'two factors for all')
  await userEvent.click(page.getByRole('option', { name: 'Ask the copilot: “two factors for all”' }))
  await expect.element(panel.getByLabelText('Your question')).toHaveValue('two factors for all')
  expect(ask.mock.calls).toEqual([[QUESTION]])
  await userEvent.click(panel.getByRole('button', { name: 'Ask' }))
  await expect.poll(() => ask.mock.calls.at(-1)).toEqual(['two factors for all'])
})

test('the badge follows the engine: a question that fails takes it away, and the panel keeps the question', async () => {
  let isBroken = false
  const copilot = vi.fn(async () => ({ isActive: !isBroken, problem: null }))
  await mountScreen('/dashboard/help', {
    badges: { copilot },
    copilot: {
      ask: async () => {
        isBroken = true
        throw new VaultError('unexpected', 'The engine ended.')
      },
    },
    roles: { list: async () => [], isOfOperator: async () => false },
    files: { list: async () => [] },
  })
  const badge = page.getByRole('button', { name: 'AI Copilot Active' })
  await userEvent.click(badge)
  await userEvent.fill(panel.getByLabelText('Your question'), QUESTION)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.querySelector('[aria-label="AI Copilot Active"]')).toBeNull()
  await expect.element(panel.getByLabelText('Your question')).toHaveValue(QUESTION)
})
