import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { VaultClient } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { button, mount } from '#web/ui/testing/mount.tsx'
import { VaultContext } from '#web/parts/vault/vault-context.ts'
import { StopDialog } from './stop-dialog.tsx'

type Access = Awaited<ReturnType<VaultClient['sharing']['byMe']>>
const text = m.sharing.stopAll
const link = {
  id: 'a',
  several: { name: 'Plans', folderId: null },
  fileIds: ['1', '2'],
} as unknown as Access['links'][number]

/** The list of what can open the file is answered when the test says so. */
function show() {
  const answer = Promise.withResolvers<Access>()
  const endLink = vi.fn<(id: string) => Promise<void>>(async () => undefined)
  const client = {
    sharing: { byMe: () => answer.promise, endGrants: async () => undefined, endLink },
    files: {},
  } as unknown as VaultClient
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  mount(
    <QueryClientProvider client={queries}>
      <VaultContext value={client}>
        <StopDialog
          file={{ id: '1', spaceId: null, folderId: null, version: 1, name: 'plan.pdf' }}
          onClose={() => {}}
          gridRef={createRef()}
        />
      </VaultContext>
    </QueryClientProvider>,
  )
  return { answer, endLink }
}

test('nothing ends before the dialog says what else ends with it', async () => {
  const { answer, endLink } = show()
  await expect.element(page.getByText(text.looking, { exact: false })).toBeVisible()
  await expect.element(button(text.submit)).toHaveAttribute('aria-disabled', 'true')
  await button(text.submit).click({ force: true })
  expect(endLink).not.toHaveBeenCalled()

  answer.resolve({ links: [link], shared: [] } as unknown as Access)
  await expect.element(page.getByText(/A link that opens several files ends with it/)).toBeVisible()
  await button(text.submit).click()
  await expect.poll(() => endLink.mock.calls.flat()).toEqual(['a'])
})

test('where it cannot be found out, it says what may end', async () => {
  const { answer } = show()
  answer.reject(new Error('offline'))
  await expect.element(page.getByText(text.unknown, { exact: false })).toBeVisible()
  await expect.element(button(text.submit)).toBeEnabled()
})
