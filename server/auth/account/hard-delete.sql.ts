import type { Transaction } from '#server/db/database.ts'

/** The records of files go with the account; then nothing holds the objects, whose bytes the collector removes a day later. */
export async function hardDelete(db: Transaction, userId: string): Promise<void> {
  await db.query({
    text: `select set_config('audit.cause', jsonb_build_object('cause', $1::uuid, 'tenant_id',
             (select p.tenant_id from public.profiles p where p.user_id = $1::uuid))::text, true)`,
    values: [userId],
  })
  await db.query({ text: 'delete from auth.users where id = $1', values: [userId] })
  await db.query({ text: 'delete from storage.objects where owner = $1', values: [userId] })
  await db.query({ text: 'delete from storage.uploads where owner = $1', values: [userId] })
}
