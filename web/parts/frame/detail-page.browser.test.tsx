import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Button } from '#web/ui/button/button.tsx'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { button, focused, keys, mount, screenWidth } from '#web/ui/testing/mount.tsx'
import { RecordSheet } from '../list/row/record-panel.tsx'
import { DetailPage } from './detail-page.tsx'

type Boat = { name: string; crew: string }
type Read = () => Promise<Boat>
const words = { loading: 'Loading the boat', failed: 'The boat could not be loaded', retry: 'Retry' }

const headOf = ({ name, crew }: Boat) => ({
  title: name,
  state: <Badge>Afloat</Badge>,
  facts: ['12 m long', crew, 'built 1998'],
  acts: <Button>Launch</Button>,
})

function BoatPage({ read, onBack }: { read: Read; onBack: () => void }) {
  const query = useQuery({ queryKey: ['boat'], queryFn: read })
  return (
    <main>
      <h1>Harbour</h1>
      <DetailPage back={{ label: 'All boats', onBack }} query={query} text={words} head={headOf}>
        {({ name }) => <p className="wrap-anywhere">All about {name}</p>}
      </DetailPage>
    </main>
  )
}

function BoatRow({ read }: { read: Read }) {
  const [id, setId] = useState<string | null>(null)
  const query = useQuery({ queryKey: ['boat', id], queryFn: read, enabled: id !== null })
  return (
    <main>
      <Button onClick={() => setId('ada')}>Open Ada</Button>
      <RecordSheet
        id={id}
        query={query}
        text={words}
        title={({ name }) => name}
        loadingTitle="Boat"
        onClose={() => setId(null)}
      >
        {({ crew }) => <p>Crew: {crew}</p>}
      </RecordSheet>
    </main>
  )
}

const inQueries = (children: React.ReactNode) => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    {children}
  </QueryClientProvider>
)
const ADA: Read = async () => ({ name: 'Ada', crew: '' })

test('the head has the name, the state, the facts that there are, and what can be done', async () => {
  mount(inQueries(<BoatPage read={ADA} onBack={() => undefined} />))
  await expect.element(page.getByRole('heading', { name: 'Ada' })).toBeVisible()
  await expect.element(page.getByText('12 m long · built 1998', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Afloat')).toBeVisible()
  await expect.element(button('Launch')).toBeVisible()
  await expect.element(page.getByText('All about Ada')).toBeVisible()
  await expectAccessible()
})

test('the way back is there while it loads and when it fails, by keyboard as well', async () => {
  let wentBack = 0
  let answer: (read: Read) => void = () => undefined
  const read: Read = async () => (await new Promise<Read>((resolve) => (answer = resolve)))()
  mount(inQueries(<BoatPage read={read} onBack={() => (wentBack += 1)} />))
  await expect.element(button('All boats')).toBeVisible()
  expect(document.querySelector('[aria-busy=true]')?.textContent).toBe(words.loading)
  answer(() => Promise.reject(new Error('no')))
  await expect.poll(() => document.querySelector('[role=alert]')?.textContent).toContain(words.failed)
  ;(button('All boats').element() as HTMLElement).focus()
  await keys('{Enter}')
  expect(wentBack).toBe(1)
  await button('Retry').click()
  answer(ADA)
  await expect.element(page.getByText('All about Ada')).toBeVisible()
})

test('the details of a row load in a sheet, say why they could not, and give the focus back', async () => {
  let read: Read = () => Promise.reject(new Error('no'))
  mount(inQueries(<BoatRow read={() => read()} />))
  ;(button('Open Ada').element() as HTMLElement).focus()
  await keys('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Boat' })).toBeVisible()
  await expect.poll(() => document.querySelector('[role=alert]')?.textContent).toContain(words.failed)
  read = async () => ({ name: 'Ada', crew: 'Bob' })
  await button('Retry').click()
  await expect.element(page.getByRole('dialog', { name: 'Ada' })).toBeVisible()
  await expect.element(page.getByText('Crew: Bob')).toBeVisible()
  await keys('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.poll(focused).toBe('Open Ada')
})

test('a phone never scrolls sideways', async () => {
  await screenWidth(390)
  mount(
    inQueries(
      <BoatPage read={async () => ({ name: 'A'.repeat(80), crew: 'B'.repeat(80) })} onBack={() => undefined} />,
    ),
  )
  await expect.element(button('Launch')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
