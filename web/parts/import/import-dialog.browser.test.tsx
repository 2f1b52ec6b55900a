import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { button, keys, mount, screenWidth } from '#web/ui/testing/mount.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { LineProblems } from './line-problems.tsx'

type Found = { boats: number } | { problem: string }
type Look = (csv: string) => Promise<Found>

function mountImport(look: Look): void {
  mount(
    <QueryClientProvider client={new QueryClient()}>
      <ImportDialog<Found>
        isOpen
        onClose={() => undefined}
        title="Import boats"
        lead="A file with boats."
        maxBytes={200}
        columns={{
          options: [
            ['name', 'Name of the boat'],
            ['berth', 'Berth'],
          ],
          known: (heading) => (heading === 'name' ? 'name' : undefined),
        }}
        look={({ csv }) => look(csv)}
        problemOf={(found) => ('problem' in found ? `Cannot be read: ${found.problem}` : null)}
      >
        {(found) =>
          'boats' in found && (
            <>
              <LineProblems
                count={10}
                lines={['Line 3: no name', 'Line 4: no name']}
                words={{ wrong: (count) => `${count} lines are wrong`, further: (count) => `and ${count} more` }}
              />
              <p>{found.boats} boats are ready</p>
            </>
          )
        }
      </ImportDialog>
    </QueryClientProvider>,
  )
}

const choose = (content: BlobPart, name = 'boats.csv') =>
  userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, new File([content], name))
const WESTERN = new Uint8Array([
  ...new TextEncoder().encode('name;Liegeplatz\nM'),
  0xfc,
  ...new TextEncoder().encode('we;7'),
])

test('encoding and separator are found and shown, and problems are listed by line', async () => {
  const seen: string[] = []
  mountImport(async (csv) => {
    seen.push(csv)
    return { boats: 1 }
  })
  await choose(WESTERN)
  await expect.element(page.getByText('Windows-1252')).toBeVisible()
  await expect.element(page.getByText('semicolon')).toBeVisible()
  await expect.element(page.getByText('1 boats are ready')).toBeVisible()
  expect(seen).toEqual(['name;Liegeplatz\nMüwe;7'])
  await expect.element(page.getByText('10 lines are wrong')).toBeVisible()
  await expect.element(page.getByText('and 8 more')).toBeVisible()
  await expectAccessible()
})

test('a column becomes what is chosen by keyboard, and the file is looked at again', async () => {
  const seen: string[] = []
  mountImport(async (csv) => {
    seen.push(csv)
    return { boats: seen.length }
  })
  await choose('name,place\nAda,7')
  await expect.element(page.getByText('1 boats are ready')).toBeVisible()
  ;(button('Columns: 1 of 2 are read').element() as HTMLElement).focus()
  await keys('{Enter}')
  await expect.element(page.getByRole('combobox', { name: 'name' })).toHaveValue('name')
  await page.getByRole('combobox', { name: 'place' }).selectOptions('berth')
  await expect.element(page.getByText('2 boats are ready')).toBeVisible()
  expect(seen.at(-1)).toBe('"name","berth"\nAda,7')
  await page.getByRole('combobox', { name: 'place' }).selectOptions('name')
  await expect.poll(() => seen.at(-1)).toBe('"(name)","name"\nAda,7')
  await expect.element(button('Columns: 1 of 2 are read')).toBeVisible()
})

test('it says while it reads, why a file cannot be read, and that the server did not answer', async () => {
  let answer: (found: Promise<Found>) => void = () => undefined
  let asked = 0
  mountImport(() => {
    asked += 1
    return new Promise((resolve) => (answer = resolve))
  })
  const alert = () => document.querySelector('[role=alert]')?.textContent
  await choose('x'.repeat(201))
  await expect.poll(alert).toBe('Cannot be read: too_large')
  await choose(new Uint8Array([0, 1, 0, 0, 2, 0, 0]))
  await expect.poll(alert).toBe('Cannot be read: not_text')
  await choose('name\nAda')
  await expect.element(button('Reading the file')).toBeVisible()
  await expect.poll(() => asked).toBe(1)
  answer(Promise.resolve({ problem: 'empty' }))
  await expect.poll(alert).toBe('Cannot be read: empty')
  await choose('name\nBob', 'others.csv')
  await expect.poll(() => asked).toBe(2)
  answer(Promise.reject(new Error('no')))
  await expect.poll(alert).not.toBe('Cannot be read: empty')
  await expect.element(page.getByText(/boats are ready/)).not.toBeInTheDocument()
})

test('a phone never scrolls sideways', async () => {
  await screenWidth(390)
  mountImport(async () => ({ boats: 1 }))
  await choose(`name,${'x'.repeat(90)}\nAda,${'y'.repeat(60)}`)
  await button('Columns: 1 of 2 are read').click()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  const dialog = page.getByRole('dialog').element()
  expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth)
})
