import { test } from 'vitest'
import { mountScreen } from '../testing/mount-screen.tsx'
import { expectStates, failingUntil } from '../testing/list-states.ts'

test('the three lists of the Shared page are read, failed and empty each by itself', async () => {
  const [withMe, byMe, requests] = [failingUntil([]), failingUntil({ people: [], links: [] }), failingUntil([])]
  await mountScreen('/dashboard/shared', {
    sharing: { withMe: withMe.answer, byMe: byMe.answer },
    requests: { list: requests.answer },
  })
  const retry = 'Retry'
  await expectStates('Shared with me', withMe, {
    loading: 'Loading shared files',
    failed: 'Failed to fetch files',
    retry,
    empty: 'Files shared with you will appear here',
  })
  await expectStates('Shared by me', byMe, {
    loading: 'Loading shared files',
    failed: 'Failed to fetch files',
    retry,
    empty: 'Nothing shared yet',
  })
  await expectStates('My requests', requests, {
    loading: 'Loading shared files',
    failed: 'Failed to fetch files',
    retry,
    empty: 'No requests yet',
  })
})
