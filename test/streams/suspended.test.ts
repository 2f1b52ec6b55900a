import { expect, test } from 'vitest'
import { deliver, makeEvents, server, stageStreams } from './stream-stage.ts'
import { addWebhook, marksOf, receiver, stageReceiver } from './webhook-stage.ts'

stageStreams()
stageReceiver()

const suspend = (is: boolean) =>
  server.database.owner(
    `update tenants set status = case when $1 then 'suspended' else 'active' end, suspended_at = case when $1 then now() end
     where id = (select tenant_id from event_streams limit 1)`,
    [is],
  )

test('streams of a suspended organisation deliver nothing, and continue where they were', async () => {
  await addWebhook()
  const before = await makeEvents(2)
  await deliver()
  // The one that runs the installation, to which events of a test belong, is not suspended elsewhere.
  await server.database.owner('alter table tenants drop constraint tenants_operator_is_active')
  await suspend(true)
  const meanwhile = await makeEvents(3)
  await deliver()
  expect(marksOf(receiver.received)).toEqual(before)
  await suspend(false)
  await deliver()
  // The change of the organisation is an event as well, without a mark.
  const marks = marksOf(receiver.received).filter((mark) => mark !== undefined)
  expect(marks).toEqual([...before, ...meanwhile])
})
