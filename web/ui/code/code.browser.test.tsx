import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { CodeBlock } from './code-block.tsx'
import { CodeList } from './code-list.tsx'
import { DigitGroups } from './digit-groups.tsx'
import { QrCode } from './qr-code.tsx'
import { TextField } from '../form/text-field.tsx'
import { expectAccessible } from '../testing/accessible.ts'
import { button, focused, keys, mount, screenWidth } from '../testing/mount.tsx'

const wordsOf = (name: string) =>
  page
    .getByRole('list', { name })
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent)

test('codes to keep are a list with a name, in groups of four', async () => {
  mount(<CodeList label="Recovery codes" codes={['abcdefgh', 'ijklmnopq']} />)
  expect(wordsOf('Recovery codes')).toEqual(['abcd efgh', 'ijkl mnop q'])
  await expectAccessible()
})

test('digits to compare are read group by group, equal ones too', async () => {
  mount(<DigitGroups label="Safety number" text="12345 67890 12345 00000" />)
  expect(wordsOf('Safety number')).toEqual(['12345', '67890', '12345', '00000'])
  await expectAccessible()
})

test('no row of digits is left half empty on a small screen', async () => {
  await screenWidth(390)
  for (const [count, perRow] of [
    [12, 3],
    [4, 2],
  ] as const) {
    const text = Array.from({ length: count }, (_, at) => String(10_000 + at)).join(' ')
    const { unmount } = mount(<DigitGroups label="Safety number" text={text} />)
    const list = page.getByRole('list', { name: 'Safety number' }).element()
    const first = list.children[0]?.getBoundingClientRect().top
    expect([...list.children].filter((item) => item.getBoundingClientRect().top === first)).toHaveLength(perRow)
    unmount()
  }
})

test('text of a machine that is longer than its frame is scrolled by keyboard, within the frame', async () => {
  const text = Array.from({ length: 60 }, (_, at) => `line ${at}`).join('\n')
  mount(
    <>
      <button type="button">Before</button>
      <CodeBlock label="Event" text={text} />
    </>,
  )
  button('Before').element().focus()
  await keys('{Tab}')
  await expect.poll(focused).toBe('Event')
  const frame = page.getByRole('region', { name: 'Event' }).element()
  await keys('{End}')
  await expect.poll(() => frame.scrollTop).toBeGreaterThan(0)
  expect(frame.textContent).toBe(text)
  expect(document.documentElement.scrollTop).toBe(0)
  await expectAccessible()
})

test('a QR code has a name, and is dark on white with its quiet zone', async () => {
  mount(<QrCode label="QR code" text="otpauth://totp/QuantumShield?secret=ABCDEFGH" />)
  const figure = page.getByRole('figure', { name: 'QR code' })
  await expect.element(figure).toBeVisible()
  const [paper, modules] = figure.element().querySelectorAll<SVGGraphicsElement>('rect, path')
  expect([paper?.getAttribute('fill'), modules?.getAttribute('fill')]).toEqual(['#fff', '#000'])
  const [around, drawn] = [paper?.getBBox(), modules?.getBBox()]
  // Four modules of white on each side.
  expect([drawn?.x, drawn?.y]).toEqual([4, 4])
  expect([around?.width, around?.height]).toEqual([(drawn?.width ?? 0) + 8, (drawn?.height ?? 0) + 8])
  await expectAccessible()
})

test('a field for a code says so to the browser and its keyboard, and reads what is wrong', async () => {
  const field = (problem: string | null) => (
    <TextField
      name="code"
      label="Six-digit code"
      isMono
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
      hint="From your app."
      problem={problem}
    />
  )
  const { show } = mount(field(null))
  const input = page.getByLabelText('Six-digit code')
  await expect.element(input).toHaveAttribute('autocomplete', 'one-time-code')
  await expect.element(input).toHaveAttribute('inputmode', 'numeric')
  input.element().focus()
  await keys('123 4567')
  await expect.element(input).toHaveValue('123 456')
  show(field('This code does not fit.'))
  await expect.element(input).toHaveAccessibleDescription('From your app. This code does not fit.')
  await expect.element(input).toHaveAttribute('aria-invalid', 'true')
  await expect.element(input).toHaveFocus()
  await expectAccessible()
})
