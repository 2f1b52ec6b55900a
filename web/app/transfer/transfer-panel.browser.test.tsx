import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createStore } from '#web/lib/remote/store.ts'
import type { DownloadProgress, UploadItem, VaultClient } from '#web/lib/remote/vault-client.ts'
import { dismissErrors, Toaster } from '#web/ui/overlay/toast.tsx'
import { expectAccessible } from '#web/ui/testing/accessible.ts'
import { button, mount, screenWidth } from '#web/ui/testing/mount.tsx'
import { VaultContext } from '#web/parts/vault/vault-context.ts'
import { TransferPanel } from './transfer-panel.tsx'
import { useUploadNews } from './use-upload-news.ts'

const SETTLED_MS = 4100

function upload(name: string, state: UploadItem['state'], problem: string | null = null): UploadItem {
  return { id: name, name, sizeBytes: 100, sentBytes: 0, state, batch: 1, problem, lacks: null }
}

/** The panel in a page that is longer than the screen, over uploads that the test sets. */
async function mountPanel(...uploads: UploadItem[]) {
  const store = createStore<readonly UploadItem[]>(uploads)
  const files = {
    uploads: store,
    downloads: createStore<readonly DownloadProgress[]>([]),
    maxFileBytes: createStore(1000),
    onUploaded: () => () => undefined,
  }
  const client = { files } as unknown as VaultClient
  const WithNews = () => {
    useUploadNews()
    return <TransferPanel />
  }
  mount(
    <VaultContext value={client}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <Toaster>
            <div className="flex min-h-dvh flex-col">
              <ul aria-label="Files" className="flex-1">
                {Array.from({ length: 40 }, (_, at) => (
                  <li key={at} className="flex h-14 justify-between">
                    File {at} <button type="button">Delete {at}</button>
                  </li>
                ))}
              </ul>
              <WithNews />
            </div>
          </Toaster>
        </MemoryRouter>
      </QueryClientProvider>
    </VaultContext>,
  )
  await userEvent.hover(page.getByText('File 0', { exact: false }).first())
  const download = (...names: string[]) =>
    files.downloads.write(names.map((name) => ({ id: name, name, sizeBytes: 100, doneBytes: 10 })))
  return { set: (...next: UploadItem[]) => store.write(next), download }
}

const region = () => page.getByRole('region', { name: 'Transfers' })
const rows = () =>
  [...region().element().querySelectorAll('li')].map((row) => row.querySelector('p')?.textContent ?? '')
const toasts = () =>
  [...document.querySelectorAll('[role=dialog][data-type]:not([data-ending-style])')].map((toast) =>
    [...toast.querySelectorAll('h2, p')].map(({ textContent }) => textContent).join(' / '),
  )
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

const fakeTime = () =>
  void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
beforeEach(fakeTime)
afterEach(async () => {
  dismissErrors()
  await pass(1000)
  vi.useRealTimers()
})

test('a row that moves keeps the focus on its button, and one that is done leaves it to the list', async () => {
  const { set } = await mountPanel(upload('First.pdf', 'uploading'), upload('Second.pdf', 'uploading'))
  const pause = button('Pause First.pdf')
  pause.element().focus()

  set(upload('First.pdf', 'uploading'), upload('Second.pdf', 'failed', 'Too large.'))
  await expect.poll(rows).toEqual(['Second.pdf', 'First.pdf'])
  expect(document.activeElement).toBe(pause.element())

  set(upload('First.pdf', 'waiting'), upload('Second.pdf', 'uploading'))
  await expect.poll(rows).toEqual(['Second.pdf', 'First.pdf'])
  set(upload('First.pdf', 'sealed'), upload('Second.pdf', 'uploading'))
  await expect.poll(() => document.activeElement).toBe(region().element().querySelector('ul'))
})

test('who presses beside the panel is not brought back by a row that moves', async () => {
  const { set } = await mountPanel(upload('First.pdf', 'uploading'), upload('Second.pdf', 'uploading'))
  button('Pause First.pdf').element().focus()
  ;(document.activeElement as HTMLElement).blur()
  await Promise.resolve()

  set(upload('First.pdf', 'uploading'), upload('Second.pdf', 'failed', 'Too large.'))
  await expect.poll(rows).toEqual(['Second.pdf', 'First.pdf'])
  expect(document.activeElement).toBe(document.body)
})

test('rows that failed and that run are above those that are done, and stay so', async () => {
  const { set } = await mountPanel(upload('Done.pdf', 'sealed'), upload('Runs.pdf', 'uploading'))
  await expect.poll(rows).toEqual(['Runs.pdf', 'Done.pdf'])

  set(upload('Done.pdf', 'sealed'), upload('Runs.pdf', 'sealed'), upload('Broken.pdf', 'failed', 'Too large.'))
  await expect.poll(rows).toEqual(['Broken.pdf', 'Done.pdf', 'Runs.pdf'])
})

test('when nothing runs it becomes one line, also when something failed or is paused', async () => {
  const { set } = await mountPanel(upload('Runs.pdf', 'uploading'))
  await pass(SETTLED_MS)
  expect(rows()).toEqual(['Runs.pdf'])

  for (const [at, state] of (['failed', 'paused'] as const).entries()) {
    const batch = at + 2
    set({ ...upload('Runs.pdf', 'uploading'), batch })
    await expect.poll(rows).toEqual(['Runs.pdf'])
    set({ ...upload('Runs.pdf', state), batch })
    await expect.poll(() => region().element().textContent).toContain(`1 upload ${state}`)
    await pass(SETTLED_MS)
    await expect.poll(rows).toEqual([])
    expect(region().element().getBoundingClientRect().height).toBeLessThan(60)
  }
  await userEvent.click(button('Expand transfers'))
  await expect.poll(rows).toEqual(['Runs.pdf'])
  await pass(SETTLED_MS)
  expect(rows()).toEqual(['Runs.pdf'])
})

test('a failure stays one line while files are downloaded or it is tried again, and opens for new uploads', async () => {
  const failed = upload('Broken.pdf', 'failed', 'Too large.')
  const { set, download } = await mountPanel(upload('Broken.pdf', 'uploading'))
  set(failed)
  await pass(SETTLED_MS)
  await expect.poll(rows).toEqual([])

  download('Other.pdf')
  await expect.poll(() => region().element().textContent).toContain('Downloading 1 file')
  expect(rows()).toEqual([])
  download()
  await pass(SETTLED_MS)
  set(upload('Broken.pdf', 'uploading'))
  await expect.poll(() => region().element().textContent).toContain('Uploading 1 of 1')
  expect(rows()).toEqual([])
  set(failed)
  await pass(SETTLED_MS)
  expect(region().element().textContent).toContain('1 upload failed')

  set(failed, { ...upload('New.pdf', 'uploading'), batch: 2 })
  await expect.poll(rows).toEqual(['Broken.pdf', 'New.pdf'])
})

test('it does not close under the pointer or the focus', async () => {
  const { set } = await mountPanel(upload('Runs.pdf', 'uploading'))
  await userEvent.hover(region().getByText('Runs.pdf'))
  set(upload('Runs.pdf', 'failed'))
  await expect.element(button('Retry Runs.pdf')).toBeVisible()
  await pass(SETTLED_MS)
  expect(rows()).toEqual(['Runs.pdf'])

  button('Retry Runs.pdf').element().focus()
  await userEvent.hover(page.getByText('File 1', { exact: false }).first())
  await pass(SETTLED_MS)
  expect(rows()).toEqual(['Runs.pdf'])

  button('Delete 1').element().focus()
  await pass(SETTLED_MS)
  await expect.poll(rows).toEqual([])
})

test.each([1280, 390])('%i px wide, a row that can be seen has its button in reach', async (width) => {
  await screenWidth(width)
  await mountPanel(upload('Runs.pdf', 'uploading'), upload('Waits.pdf', 'waiting'))
  const isOnTop = (element: Element, x: number) => {
    const { top, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x, top + height / 2))
  }
  const seen = [...document.querySelectorAll('[aria-label=Files] li')].filter((row) => isOnTop(row, 40))
  expect(seen.length).toBeGreaterThan(3)
  expect(seen.length).toBeLessThan(14)

  const covered = seen
    .flatMap((row) => [...row.querySelectorAll('button')])
    .filter((one) => {
      const { left, width: wide } = one.getBoundingClientRect()
      return !isOnTop(one, left + wide / 2)
    })
  expect(covered.map(({ textContent }) => textContent)).toEqual([])
})

const headline = () => region().getByRole('heading')

test.each(['open', 'collapsed'])(
  'where it is %s, its headline says what is stored, aloud, and no toast says it again',
  async (look) => {
    const { set } = await mountPanel(upload('Letter.pdf', 'uploading'))
    if (look === 'collapsed') await userEvent.click(button('Collapse transfers'))
    const live = headline().element()
    expect(live.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite')
    expect(toasts()).toEqual([])

    set(upload('Letter.pdf', 'sealed'))
    await expect.element(headline()).toHaveTextContent('Letter.pdf has been encrypted and uploaded securely')
    set(upload('a', 'uploading'), upload('b', 'waiting'))
    await expect.element(headline()).toHaveTextContent('Uploading 1 of 2')
    set(upload('a', 'sealed'), upload('b', 'sealed'))
    await expect.element(headline()).toHaveTextContent('2 files have been encrypted and uploaded securely')
    // The same element all the time: that is what is read aloud.
    expect(headline().element()).toBe(live)
    await pass(100)
    expect(toasts()).toEqual([])
  },
)

test('beneath a dialog its headline is still read aloud', async () => {
  const { set } = await mountPanel(upload('Letter.pdf', 'uploading'))
  await userEvent.click(button('Close transfers'))
  await expect.element(page.getByRole('alertdialog')).toBeVisible()

  set(upload('Letter.pdf', 'sealed'))
  const live = document.querySelector('[aria-label=Transfers] [aria-live=polite]')
  await expect.poll(() => live?.textContent).toBe('Letter.pdf has been encrypted and uploaded securely')
  expect(live?.closest('[aria-hidden=true], [inert]')).toBeNull()
})

test('a failure names the file and the reason', async () => {
  const { set } = await mountPanel(upload('Film.mkv', 'uploading'))
  set(upload('Film.mkv', 'failed', 'The file is over the size limit.'))
  await expect
    .poll(toasts)
    .toEqual(['Upload Error / Failed to upload and encrypt file: Film.mkv. The file is over the size limit.'])
})

test('several that fail while others run are one toast, which opens the panel', async () => {
  const { set } = await mountPanel(upload('a', 'uploading'), upload('b', 'waiting'), upload('c', 'waiting'))
  set(upload('a', 'failed', 'No room.'), upload('b', 'uploading'), upload('c', 'waiting'))
  set(upload('a', 'failed', 'No room.'), upload('b', 'failed', 'No room.'), upload('c', 'uploading'))
  await expect.poll(toasts).toEqual(['2 uploads failed / No room.'])
  set(upload('a', 'failed', 'No room.'), upload('b', 'failed', 'No room.'), upload('c', 'failed', 'Too large.'))
  await expect.poll(toasts).toEqual(['3 uploads failed'])
  await pass(SETTLED_MS)
  await expect.poll(rows).toEqual([])

  await userEvent.click(button('Show'))
  await expect.poll(rows).toEqual(['a', 'b', 'c'])
  await expect.poll(toasts).toEqual([])
})

test('axe finds nothing in it', async () => {
  // axe waits with timers of its own, and counts a row at the edge of the screen as a target that is too small.
  vi.useRealTimers()
  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(1280, 3000)
  await mountPanel(upload('Broken.pdf', 'failed', 'Too large.'), upload('Runs.pdf', 'uploading'))
  try {
    await expectAccessible()
  } finally {
    fakeTime()
  }
})
