import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { inject } from 'vitest'
import { changelogFile } from '#server/checks/docs/delivered.ts'
import { json } from './broken-front.ts'
import { type Faults, stage, text } from './fault-stage.ts'

const GUIDE = '/documentation/quick-start'

/** @param content undefined: it is not there */
const otherChangelog = (content?: string) => async () => {
  const whole = changelogFile.path
  changelogFile.path = path.join(inject('runFolder'), `changelog-${randomUUID()}.md`)
  if (content !== undefined) await fs.writeFile(changelogFile.path, content)
  return async () => void (changelogFile.path = whole)
}

/** Guides, descriptions and delivered files. */
export const DOCS_FAULTS: Faults = {
  'DOC-01': {
    what: 'a guide is empty',
    says: /quick-start has \d+ letters/,
    breakIt: stage.at(
      GUIDE,
      text((html) => html.replace(/<main[^]*<\/main>/, '<main></main>')),
    ),
    // It is another file than was built.
    also: ['DOC-05'],
  },
  'DOC-02': {
    what: 'a link leads to a place that a page does not have',
    says: /quick-start#nowhere/,
    breakIt: stage.at(
      GUIDE,
      text((html) => html.replace('</main>', `<a href="${GUIDE}#nowhere">there</a></main>`)),
    ),
    also: ['DOC-05'],
  },
  'DOC-03': [
    {
      what: 'the description lacks a table',
      says: /\/file_records is not described/,
      breakIt: stage.at(
        '/rest/v1/',
        text((document) => {
          const { paths, ...rest } = JSON.parse(document) as { paths: Record<string, unknown> }
          const { '/file_records': _lacking, ...others } = paths
          return JSON.stringify({ ...rest, paths: others })
        }),
      ),
    },
    {
      what: 'a service answers at an address that nobody describes',
      says: /POST \/auth\/v1\/side-door is not described/,
      breakIt: async () => {
        const routes = stage.front.services.routes as Set<string>
        routes.add('POST /auth/v1/side-door')
        return async () => routes.delete('POST /auth/v1/side-door')
      },
    },
    {
      what: 'a feature is described that is not there',
      says: /GET \/growth\/v1\/contacts\/gone is described and not there/,
      breakIt: stage.at(
        '/openapi/v1',
        text((document) => {
          const { paths, ...rest } = JSON.parse(document) as { paths: Record<string, unknown> }
          const gone = { get: { responses: {} } }
          return JSON.stringify({ ...rest, paths: { ...paths, '/growth/v1/contacts/gone': gone } })
        }),
      ),
    },
    {
      what: 'the reference lacks a function',
      says: /POST \/functions\/v1\/customer-portal is not described/,
      breakIt: stage.at(
        '/documentation/api-reference',
        text((html) => html.replaceAll('<code>POST /customer-portal</code>', 'A portal')),
      ),
      also: ['DOC-05'],
    },
  ],
  'DOC-04': [
    {
      what: 'an example asks for something that is not there',
      says: /certifications.* answers 400/,
      breakIt: stage.answering(async ({ path }, ask) =>
        path.startsWith('/rest/v1/certifications?select=') ? { ...(await ask()), status: 400 } : ask(),
      ),
    },
    {
      what: 'an example of a loop asks for something that is not there',
      says: /dpa-template\.pdf answers 404$/,
      breakIt: stage.answering(({ path }, ask) =>
        path === '/compliance/documents/dpa-template.pdf' ? json(404, {}) : ask(),
      ),
    },
    {
      what: 'an example of the client reads a column that is not there',
      says: /profiles\?select=first_name,company answers 400$/,
      breakIt: stage.answering(({ path }, ask) =>
        path === '/rest/v1/profiles?select=first_name,company' ? json(400, {}) : ask(),
      ),
    },
  ],
  'DOC-05': [
    {
      what: 'a script is delivered that was not built',
      says: /\/theme\.js/,
      breakIt: stage.at(
        '/theme.js',
        text((script) => `${script}\n;`),
      ),
    },
    {
      what: 'another list is delivered',
      says: /not the listed one: \/build\.json/,
      breakIt: stage.at(
        '/build.json',
        text((list) => `${list}\n`),
      ),
    },
    {
      what: 'the proof is of something else',
      says: /signed log does not have the list of what is delivered \(bad_proof\)/,
      breakIt: stage.answering(async ({ path: at }, ask) => {
        const given = await ask()
        if (!/^\/audit\/v1\/builds\/\w+\/proof$/.test(at)) return given
        return { ...given, body: Buffer.from(given.body.toString().replace(/^index (\d+)$/m, 'index 1$1')) }
      }),
    },
    {
      what: 'the log lacks the list',
      says: /signed log does not have the list of what is delivered$/,
      breakIt: stage.answering(({ path: at }, ask) =>
        /^\/audit\/v1\/builds\/\w+\/proof$/.test(at) ? json(404, {}) : ask(),
      ),
    },
  ],
  'DOC-06': [
    {
      what: 'the bill of materials lists nothing',
      says: /sbom\.json is not there, or is no bill/,
      breakIt: stage.at(
        '/compliance/documents/sbom.json',
        text(() => '{"bomFormat":"CycloneDX","components":[]}'),
      ),
    },
    {
      what: 'the changelog is missing',
      says: /CHANGELOG\.md is not in the folder/,
      breakIt: otherChangelog(),
    },
    {
      what: 'the changelog is of another version',
      says: /no part about version \d/,
      breakIt: otherChangelog('# Changelog\n\n## 0.0.1\n\n- Began.\n'),
    },
  ],
  'DOC-07': {
    what: 'security.txt has expired',
    says: /has expired/,
    breakIt: stage.at(
      '/.well-known/security.txt',
      text((lines) => lines.replace(/Expires: .*/, 'Expires: 2020-01-01T00:00:00Z')),
    ),
  },
}
