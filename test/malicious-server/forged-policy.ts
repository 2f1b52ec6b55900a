import { policyHash, signPolicy, toBase64Url } from '#crypto/index.ts'
import type { VaultPerson } from '../support/people/vault-person.ts'

type Row = Record<string, unknown>
/** As `recovery_policy` answers. */
export type Policy = { tenant_id: string; revisions: Row[]; people: Row[] }

/** The next revision, or the one behind the first `from`, as the server could add it with an account of its own. */
export async function signedBy(
  author: VaultPerson,
  {
    authorId,
    holders,
    from,
  }: { authorId: string; holders: { userId: string; fingerprint: Uint8Array }[]; from?: number },
): Promise<(said: Policy) => Policy> {
  const said = (await author.api.rest('rpc/recovery_policy', { method: 'POST', body: {} })) as Policy
  const below = said.revisions.slice(0, from)
  const last = below.at(-1)
  const signed = await signPolicy(
    {
      tenantId: said.tenant_id,
      revision: below.length + 1,
      previous: last ? await policyHash({ text: String(last['statement']) }) : null,
      threshold: holders.length === 0 ? 0 : 1,
      holders,
      authorId,
      time: '2026-01-02T03:04:05.678Z',
    },
    author.vault.signer,
  )
  const bundle = await bundleRow(author)
  return (now) => ({
    ...now,
    revisions: [
      ...now.revisions.slice(0, from),
      {
        revision: below.length + 1,
        statement: signed.text,
        signature: toBase64Url(signed.signature),
      },
    ],
    people: [
      ...now.people,
      { user_id: author.userId, email: author.email, first_name: null, last_name: null, is_member: true, ...bundle },
    ],
  })
}

export async function bundleRow({ api, userId }: VaultPerson): Promise<Row> {
  const rows = (await api.rest(`user_key_bundles?select=statement,signature&user_id=eq.${userId}`)) as Row[]
  return rows[0] ?? {}
}
