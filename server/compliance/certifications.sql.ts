import type { Certification } from '#contract/compliance/certification-state.ts'
import type { Caller, Database } from '#server/db/database.ts'

/** Every record, in the order of the page. Dates are `YYYY-MM-DD`. */
export async function listCertifications(database: Database): Promise<Certification[]> {
  const { rows } = await database.owner<Certification>(
    `select c.id, c.position, c.name, c.description, c.recorded_status, c.issuer,
            to_char(c.valid_from, 'YYYY-MM-DD') as valid_from, to_char(c.valid_until, 'YYYY-MM-DD') as valid_until,
            c.report_available, c.is_confirmed, c.certificate_name, c.certificate_sha256
     from public.certifications c
     order by c.position, c.name, c.id`,
  )
  return rows
}

/** The certificate of a record; undefined when it has none. */
export async function readCertificate(database: Database, id: string): Promise<Buffer | undefined> {
  const { rows } = await database.owner<{ content: Buffer }>(
    'select f.content from public.certificate_files f where f.certification_id = $1',
    [id],
  )
  return rows[0]?.content
}

/** Keeps a PDF as the certificate of a record, as `caller`, who needs manage_compliance. */
export async function putCertificate(
  database: Database,
  caller: Caller,
  certificate: { id: string; fileName: string; content: Buffer },
): Promise<void> {
  await database.oneAsCaller(caller, {
    text: 'select public.put_certificate($1, $2, $3)',
    values: [certificate.id, certificate.fileName, certificate.content],
  })
}
