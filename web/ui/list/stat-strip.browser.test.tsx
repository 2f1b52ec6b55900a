import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/accessible.ts'
import { mount, screenWidth } from '../testing/mount.tsx'
import { StatStrip } from './stat-strip.tsx'

const STATS = [
  { label: 'Total Files', value: '11', note: '5.97 MB in all' },
  { label: 'Quantum Encrypted', value: '11', note: 'AES-256-GCM, keys only you hold' },
  { label: 'Shared Files', value: '2', note: '9 kept to yourself' },
  { label: 'Security Score', value: '75%', note: 'Quantum-Safe Protected', to: '/security' },
]

function Figures({ stats = STATS }: { stats?: typeof STATS }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <MemoryRouter>
      <StatStrip
        label="Summary"
        stats={stats}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
        detailsLabel="Details"
      />
    </MemoryRouter>
  )
}

const strip = () => page.getByLabelText('Summary').element()
const placeOf = (label: string) =>
  page.getByText(label, { exact: true }).element().closest('dt')?.getBoundingClientRect()

test.each([390, 1280])('on a screen %d wide no figure is cut off, folded or not', async (width) => {
  await screenWidth(width)
  mount(<Figures />)
  await expect.element(page.getByText('75%')).toBeVisible()
  expect(strip().scrollWidth).toBeLessThanOrEqual(strip().clientWidth)
  await userEvent.click(page.getByRole('button', { name: 'Details' }))
  await expect.element(page.getByText('Quantum-Safe Protected')).toBeVisible()
  expect(strip().scrollWidth).toBeLessThanOrEqual(strip().clientWidth)
  await expectAccessible()
})

test('a phone has the figures two by two, a wide screen in one line', async () => {
  await screenWidth(390)
  mount(<Figures />)
  await expect.element(page.getByText('75%')).toBeVisible()
  expect(placeOf('Quantum Encrypted')?.top).toBe(placeOf('Total Files')?.top)
  expect(placeOf('Shared Files')?.left).toBe(placeOf('Total Files')?.left)
  await screenWidth(1280)
  expect(placeOf('Security Score')?.top).toBe(placeOf('Total Files')?.top)
})

test('what a figure consists of is right below it, however long that of its neighbour is', async () => {
  await screenWidth(390)
  mount(<Figures stats={STATS.map((stat, at) => (at === 1 ? { ...stat, note: 'Very long. '.repeat(12) } : stat))} />)
  await userEvent.click(page.getByRole('button', { name: 'Details' }))
  const note = page.getByText('5.97 MB in all')
  await expect.element(note).toBeVisible()
  expect(note.element().getBoundingClientRect().top - (placeOf('Total Files')?.bottom ?? 0)).toBeLessThan(8)
})
