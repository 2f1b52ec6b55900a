import { randomUUID } from 'node:crypto'
import { type Person, signedInPerson } from '../support/people/people.ts'
import type { TestServer } from '../support/server/test-server.ts'

export const idOf = ({ session }: Person): string => session.user.id
export const sessionOf = ({ session }: Person): unknown =>
  (
    JSON.parse(Buffer.from(session.access_token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
  )['session_id']

/** Somebody signed in on a device that their account has never seen: as a thief of the password is. */
export async function personElsewhere(server: TestServer): Promise<Person> {
  const person = await signedInPerson(server)
  await server.database.owner('update auth.sessions set device_hash = null where user_id = $1', [idOf(person)])
  return person
}

/** Records of files as a client of the wire would have made them. @returns their ids. */
export async function storeRecords({ database }: TestServer, person: Person, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await database.owner(
    `with stored as (
       insert into storage.objects (bucket_id, name, owner, owner_id, size_bytes, checksum, blob_id)
       select 'encrypted-files', $1 || '/' || id, $1::uuid, $1, 1, 'x', gen_random_uuid() from unnest($2::uuid[]) as id
       returning name
     )
     insert into file_records (id, user_id, tenant_id, file_name, original_name, file_size, mime_type, encryption_key, storage_path, content_id)
     select split_part(s.name, '/', 2)::uuid, $1::uuid, (select tenant_id from profiles where user_id = $1::uuid), 'x', 'x', 1, 'x', 'x', s.name, gen_random_uuid()
     from stored s`,
    [idOf(person), ids],
  )
  return ids
}

/** Gives every file of the person so many earlier versions. */
export async function storeVersions({ database }: TestServer, person: Person, each: number): Promise<void> {
  await database.owner(
    `with home as (
       insert into spaces (tenant_id, owner_id) select p.tenant_id, p.user_id from profiles p where p.user_id = $1::uuid returning id
     ), wanted as (
       select f.id, gen_random_uuid()::text as name from file_records f, generate_series(1, $2) where f.user_id = $1::uuid
     ), stored as (
       insert into storage.objects (bucket_id, name, owner, owner_id, size_bytes, checksum, blob_id)
       select 'encrypted-files', $1 || '/' || w.name, $1::uuid, $1, 1, 'x', gen_random_uuid() from wanted w
       returning name
     )
     insert into file_versions (file_id, user_id, version, original_name, mime_type, file_size, encryption_key, space_id, space_epoch,
                                content_id, bucket_id, storage_path, manifest, manifest_signature)
     select w.id, $1::uuid, 1, 'x', 'x', 1, 'x', h.id, 1, gen_random_uuid(), 'encrypted-files', s.name, '{}', 'x'
     from wanted w join stored s on s.name = $1 || '/' || w.name, home h`,
    [idOf(person), each],
  )
}

export const deleteForever = (person: Person, files: string[]) =>
  person.client.rpc('delete_forever', { file_ids: files, folder_ids: [] })
