import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { administer } from './test-database.ts'

export type EmptyDatabase = { name: string; client: Client; connect: () => Promise<Client>; drop: () => Promise<void> }

/** A database without a schema, or a copy of another one to which nobody is connected. */
export async function createEmptyDatabase(template = 'template1'): Promise<EmptyDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} template ${template}`)
  const clients: Client[] = []
  const connect = async (): Promise<Client> => {
    const client = new Client({ host: inject('postgresSocket'), user: 'postgres', database: name })
    await client.connect()
    clients.push(client)
    return client
  }
  const drop = async (): Promise<void> => {
    for (const client of clients) await client.end()
    await administer(`drop database ${name} with (force)`)
  }
  return { name, client: await connect(), connect, drop }
}
