import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { VaultError } from '#web/lib/remote/vault-client.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Toaster } from '#web/ui/overlay/toast.tsx'
import { button, mount } from '#web/ui/testing/mount.tsx'
import { useArchive } from './use-archive.ts'

type Change = { id: string; version: number; isArchived: boolean; name: string }
const WORDS = { archived: 'Boat archived', restored: 'Boat restored', failed: 'Nothing was changed' }

function Boat({ write }: { write: (change: Change) => Promise<number> }) {
  const archive = useArchive(write, WORDS, ['boats'])
  const set = (isArchived: boolean) => () => archive.set({ id: 'ada', version: 3, isArchived, name: 'Ada' })
  return (
    <>
      <Button onClick={set(true)}>Archive</Button>
      <Button onClick={set(false)}>Restore</Button>
    </>
  )
}

function mountBoat(answer: () => Promise<number>): Change[] {
  const asked: Change[] = []
  const write = async (change: Change) => {
    asked.push(change)
    return answer()
  }
  mount(
    <QueryClientProvider client={new QueryClient()}>
      <Toaster>
        <Boat write={write} />
      </Toaster>
    </QueryClientProvider>,
  )
  return asked
}

test('what was archived is restored from its toast, in the version that it has by then', async () => {
  const asked = mountBoat(async () => 4)
  await button('Archive').click()
  await expect.element(page.getByText('Boat archived')).toBeVisible()
  await expect.element(page.getByText('Ada')).toBeVisible()
  await button('Undo').click()
  await expect.element(page.getByText('Boat restored')).toBeVisible()
  expect(asked).toEqual([
    { id: 'ada', version: 3, isArchived: true, name: 'Ada' },
    { id: 'ada', version: 4, isArchived: false, name: 'Ada' },
  ])
})

test('what somebody else changed says so, and offers nothing to take back', async () => {
  mountBoat(() => Promise.reject(new VaultError('changed_meanwhile', 'changed')))
  await button('Archive').click()
  await expect.element(page.getByText('Somebody else has changed this meanwhile.', { exact: false })).toBeVisible()
  await expect.element(button('Undo')).not.toBeInTheDocument()
})
