import { randomBytes } from 'node:crypto'
import { toBase64Url } from '#crypto/index.ts'
import type { TestServer } from '../server/test-server.ts'

/** What the server has in place of somebody's keyring from now on, as a server or the owner of its database can write it. */
export async function overwriteKeyring(
  { database }: Pick<TestServer, 'database'>,
  userId: string,
  sealed = toBase64Url(randomBytes(300)),
): Promise<void> {
  await database.owner('update keyrings set sealed = $1, version = version + 1 where user_id = $2', [sealed, userId])
}
