import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useRef } from 'react'
import { SideBar } from '../layout/app-frame.tsx'
import { Dialog } from './dialog.tsx'
import { Button } from '../button/button.tsx'
import { Sheet } from './sheet.tsx'
import { FloatingPanel } from './floating-panel.tsx'
import { dismissErrors, toastBusy, toastDone, Toaster, toastError, toastUndo } from './toast.tsx'
import { screenWidth } from '../testing/mount.tsx'
import { expectAccessible } from '../testing/accessible.ts'
import { button, mount } from '../testing/mount.tsx'

const shown = () =>
  [...document.querySelectorAll('[data-type]:not([data-ending-style], [data-limited]) h2')].map(
    ({ textContent }) => textContent,
  )

const MAX_FRAMES = 1200

/**
 * Waits by frames: `expect.poll`, and a press or a pointer that is waited for, move a clock that the test holds on by as
 * long as they take.
 */
async function showing(titles: string[]): Promise<void> {
  const isShown = () => JSON.stringify(shown()) === JSON.stringify(titles)
  for (let frames = 0; frames < MAX_FRAMES && !isShown(); frames++) await new Promise(requestAnimationFrame)
  expect(shown()).toEqual(titles)
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  mount(
    <Toaster>
      <p style={{ marginTop: 400 }}>The page</p>
    </Toaster>,
  )
  // Where the test before left the pointer it would stop the clock.
  await userEvent.hover(page.getByText('The page'))
})
afterEach(() => void vi.useRealTimers())

/** A toast that is left over would be seen by the next test. */
const closeLater = (close: () => void) => onTestFinished(close)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** Ends the clock that the test holds: the time of the toasts that are shown begins again with a pointer that leaves them. */
const stopTheClock = () => void vi.useRealTimers()

test('what was done is announced politely and goes away by itself', async () => {
  toastDone('Folder created', 'Board papers')
  await showing(['Folder created'])
  const region = page.getByRole('region', { name: 'Notifications' })
  await expect.element(region).toHaveAttribute('aria-live', 'polite')
  await expect.element(region.getByRole('dialog')).toHaveAccessibleDescription('Board papers')
  await pass(6000)
  await showing([])
})

test('a toast with the id of an earlier one takes its place', async () => {
  toastDone('1 file copied', undefined, 'copies')
  toastDone('2 files copied', undefined, 'copies')
  await showing(['2 files copied'])
  await pass(6000)
  await showing([])
})

test('the same words twice are one toast, which begins its time again', async () => {
  toastDone('Link copied')
  await showing(['Link copied'])
  await pass(4000)
  toastDone('Link copied')
  await pass(4000)
  expect(shown()).toEqual(['Link copied'])
  toastDone('Link copied', 'Another link')
  await showing(['Link copied', 'Link copied'])
  await pass(6000)
  await showing([])
})

test('an undo with the words of an earlier one takes its place, and is not closed with it', async () => {
  const undone: string[] = []
  const closeFormer = toastUndo('Moved to the trash', { onUndo: () => undone.push('first') })
  await showing(['Moved to the trash'])
  closeLater(toastUndo('Moved to the trash', { onUndo: () => undone.push('second') }))
  await showing(['Moved to the trash'])
  stopTheClock()
  closeFormer()
  await userEvent.click(button('Undo'))
  expect(undone).toEqual(['second'])
})

test('an undo stays eight seconds and goes', async () => {
  toastUndo('Moved to the trash', { onUndo: () => undefined })
  await showing(['Moved to the trash'])
  await pass(7999)
  expect(shown()).toEqual(['Moved to the trash'])
  await pass(1)
  await showing([])
})

test('an undo takes it back once and goes', async () => {
  const undo = vi.fn<() => void>()
  closeLater(toastUndo('Moved to the trash', { onUndo: undo }))
  stopTheClock()
  await userEvent.dblClick(button('Undo'))
  await showing([])
  expect(undo).toHaveBeenCalledOnce()
})

test('pointing at a toast stops its clock', async () => {
  closeLater(toastUndo('Moved to the trash', { onUndo: () => undefined }))
  await showing(['Moved to the trash'])
  await userEvent.hover(page.getByRole('dialog'))
  await pass(60_000)
  expect(shown()).toEqual(['Moved to the trash'])
  await userEvent.hover(page.getByText('The page'))
  await pass(9000)
  await showing([])
})

test('what is under way stays until it is closed', async () => {
  const close = toastBusy('Preparing the archive')
  await pass(120_000)
  await showing(['Preparing the archive'])
  close()
  await showing([])
})

test('the same failure many times is one toast, which stays ten seconds', async () => {
  for (let at = 0; at < 5; at++) toastError('Upload failed', 'Connection lost.')
  await showing(['Upload failed'])
  toastError('Upload failed', 'The disk is full.')
  await showing(['Upload failed', 'Upload failed'])
  await pass(9000)
  expect(shown()).toHaveLength(2)
  await pass(2000)
  await showing([])
})

test('a failure may have a button, which closes it, and take the place of an earlier one', async () => {
  const show = vi.fn<() => void>()
  toastError('Upload Error', 'Plan.pdf', { id: 'batch' })
  toastError('2 uploads failed', undefined, { id: 'batch', action: { label: 'Show', onPress: show } })
  await showing(['2 uploads failed'])
  stopTheClock()
  await expect.element(page.getByText('Plan.pdf')).not.toBeInTheDocument()
  await userEvent.click(button('Show'))
  expect(show).toHaveBeenCalledOnce()
  await showing([])
})

test('on a phone they lie above what floats at the lower edge', async () => {
  await screenWidth(390)
  toastDone('Folder created')
  await showing(['Folder created'])
  const { bottom, left, right } = page.getByRole('dialog').element().getBoundingClientRect()
  expect(innerHeight - bottom).toBeGreaterThanOrEqual(72)
  expect([left >= 0, right <= 390]).toEqual([true, true])
})

test('on a phone there is one at a time, the newest', async () => {
  await screenWidth(390)
  for (const title of ['First', 'Second']) toastDone(title)
  await expect.element(page.getByText('Second')).toBeVisible()
  await expect.element(page.getByText('First')).not.toBeVisible()
  await pass(10_000)
  await showing([])
})

test('on a large screen they are at the foot of the content: neither over the sidebar nor over the first rows', async () => {
  for (const [isCollapsed, edge] of [
    [false, 256],
    [true, 48],
  ] as const) {
    const { unmount } = mount(<SideBar isCollapsed={isCollapsed}>{null}</SideBar>)
    for (const title of ['First', 'Second']) toastDone(title)
    await showing(['Second', 'First'])
    const box = page.getByRole('region', { name: 'Notifications' }).element().getBoundingClientRect()
    expect(box.left - edge).toBeCloseTo(innerWidth - box.right, 0)
    expect(box.left).toBeGreaterThan(edge)
    expect([box.top > innerHeight / 2, box.bottom < innerHeight]).toEqual([true, true])
    unmount()
    await pass(10_000)
    await showing([])
  }
})

test('beside a dialog, which is in the middle itself, they are at the left', async () => {
  mount(
    <Dialog isOpen onClose={() => undefined} title="Share">
      Who may read it
    </Dialog>,
  )
  toastDone('Link copied')
  await showing(['Link copied'])
  const edgeOf = (role: 'region' | 'dialog', name: string) =>
    page.getByRole(role, { name }).element().getBoundingClientRect()
  await expect.poll(() => edgeOf('region', 'Notifications').right).toBeLessThanOrEqual(edgeOf('dialog', 'Share').left)
  await pass(6000)
  await showing([])
})

test('on a phone what a dialog that grows shows is not covered', async () => {
  await screenWidth(390)
  mount(
    <Dialog isOpen isGrowing onClose={() => undefined} title="Share">
      <div style={{ height: 2000 }}>
        <Button>Make another link</Button>
      </div>
    </Dialog>,
  )
  toastDone('File Shared')
  await showing(['File Shared'])
  const boxOf = (role: 'region' | 'heading', name: string) =>
    page.getByRole(role, { name }).element().getBoundingClientRect()
  await expect.poll(() => boxOf('region', 'Notifications').bottom).toBeLessThan(boxOf('heading', 'Share').top)
  expect(boxOf('region', 'Notifications').top).toBeGreaterThanOrEqual(0)
  await pass(6000)
  await showing([])
})

test('on a phone the foot of a sheet, where its changes are saved, is not covered', async () => {
  await screenWidth(390)
  mount(
    <Sheet isOpen onClose={() => undefined} title="Members" footer={<Button>Save members</Button>}>
      Bob
    </Sheet>,
  )
  toastDone('Bob was added', 'He can open what is in the space.')
  await showing(['Bob was added'])
  const edge = page.getByRole('region', { name: 'Notifications' }).element().getBoundingClientRect().bottom
  await expect.poll(() => button('Save members').element().getBoundingClientRect().top).toBeGreaterThan(edge)
  await pass(6000)
  await showing([])
})

test('a panel at the lower edge is not covered, and makes room when it goes', async () => {
  await screenWidth(390)
  const { unmount } = mount(<Dock />)
  toastDone('Folder created')
  await showing(['Folder created'])
  const gapBelow = () => innerHeight - page.getByRole('dialog').element().getBoundingClientRect().bottom
  const { clientHeight } = page.getByRole('region', { name: 'Transfers' }).element()
  expect(clientHeight).toBe(48)
  const above = gapBelow()
  expect(above).toBeGreaterThan(clientHeight)
  unmount()
  await expect.poll(gapBelow).toBe(above - clientHeight)
})

function Dock() {
  const box = useRef<HTMLElement>(null)
  return (
    <FloatingPanel ref={box} label="Transfers" title="Uploading" actions={null} progress={null} footer={null}>
      {null}
    </FloatingPanel>
  )
}

test('failures are taken back together; what was done stays', async () => {
  toastDone('Saved')
  toastError('Upload failed')
  await showing(['Upload failed', 'Saved'])
  dismissErrors()
  await showing(['Saved'])
  // By its name: the failure is still fading out.
  const saved = page.getByRole('dialog', { name: 'Saved' })
  stopTheClock()
  await userEvent.hover(saved)
  await userEvent.click(saved.getByRole('button', { name: 'Dismiss notification' }))
  await showing([])
})

test('no more than two are shown at a time, the newest on top', async () => {
  for (const title of ['First', 'Second', 'Third']) toastDone(title)
  await showing(['Third', 'Second'])
  await pass(10_000)
  await showing([])
})

test('axe finds nothing in what was done, under way or has failed', async () => {
  // axe waits with timers of its own.
  vi.useRealTimers()
  toastError('Upload failed', 'Connection lost.')
  closeLater(toastUndo('Moved to the trash', { onUndo: () => undefined }))
  await showing(['Moved to the trash', 'Upload failed'])
  await expectAccessible()
  dismissErrors()
  await showing(['Moved to the trash'])
})
