import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { button, focused, keys, mount, screenWidth } from '#web/ui/testing/mount.tsx'
import { FigureGrid } from './figure-grid.tsx'
import { OverviewSection } from './overview-section.tsx'

const words = { loading: 'Counting boats', failed: 'The boats could not be counted', retry: 'Retry' }

function Strip({ label, read }: { label: string; read: () => Promise<number> }) {
  const query = useQuery({ queryKey: [label], queryFn: read })
  return (
    <OverviewSection label={label} query={query} text={words} heightPx={96}>
      {(count) => (
        <FigureGrid
          figures={[
            {
              label: 'Afloat',
              value: String(count),
              note: '21 before',
              course: { values: [1, 2], label: '1, then 2' },
            },
            { label: 'Ashore', value: '2', note: '' },
          ]}
        />
      )}
    </OverviewSection>
  )
}

function mountStrips(read: () => Promise<number>): void {
  mount(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <main>
        <h1>Harbour</h1>
        <Strip label="Boats" read={read} />
        <Strip label="Others" read={async () => 1} />
      </main>
    </QueryClientProvider>,
  )
}
const strip = (name: string) => page.getByRole('region', { name })

test('each figure has its comparison, and its course a sentence', async () => {
  mountStrips(async () => 7)
  await expect.element(strip('Boats').getByText('21 before')).toBeVisible()
  await expect.element(strip('Boats').getByText('1, then 2')).toBeInTheDocument()
  await expectAccessible()
})

test('one that is being read keeps its place; one that fails says so and leaves the others', async () => {
  let answer: (count: Promise<number>) => void = () => undefined
  mountStrips(() => new Promise((resolve) => (answer = resolve)))
  await expect.element(strip('Others').getByText('21 before')).toBeVisible()
  expect(document.querySelector('[aria-busy=true]')?.getBoundingClientRect().height).toBe(96)
  answer(Promise.reject(new Error('no')))
  await expect.poll(() => document.querySelector('[role=alert]')?.textContent).toContain(words.failed)
  await expect.element(strip('Others').getByText('21 before')).toBeVisible()
  await keys('{Tab}')
  expect(focused()).toBe('Retry')
  await keys('{Enter}')
  answer(Promise.resolve(7))
  await expect.element(strip('Boats').getByText('7', { exact: true })).toBeVisible()
  await expect.element(button('Retry')).not.toBeInTheDocument()
})

test('a phone never scrolls sideways', async () => {
  await screenWidth(390)
  mountStrips(async () => 123_456_789)
  await expect.element(strip('Boats').getByText('21 before')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
