import { type Faults, stage, text } from './fault-stage.ts'

const GUIDE = '/documentation/quick-start'

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
  'DOC-03': {
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
  'DOC-04': {
    what: 'an example asks for something that is not there',
    says: /certifications.* answers 400/,
    breakIt: stage.answering(async ({ path }, ask) =>
      path.startsWith('/rest/v1/certifications?select=') ? { ...(await ask()), status: 400 } : ask(),
    ),
  },
  'DOC-05': {
    what: 'a script is delivered that was not built',
    says: /\/theme\.js/,
    breakIt: stage.at(
      '/theme.js',
      text((script) => `${script}\n;`),
    ),
  },
  'DOC-06': {
    what: 'the bill of materials lists nothing',
    says: /sbom\.json is not there, or is no bill/,
    breakIt: stage.at(
      '/compliance/documents/sbom.json',
      text(() => '{"bomFormat":"CycloneDX","components":[]}'),
    ),
  },
  'DOC-07': {
    what: 'security.txt has expired',
    says: /has expired/,
    breakIt: stage.at(
      '/.well-known/security.txt',
      text((lines) => lines.replace(/Expires: .*/, 'Expires: 2020-01-01T00:00:00Z')),
    ),
  },
}
