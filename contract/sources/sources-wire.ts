import { z } from 'zod'
import { id, line } from '../wire/wire-fields.ts'
import { wireRoute } from '../wire/wire-route.ts'
import { SOURCE_FORMATS, SOURCE_KINDS, SOURCE_LIMITS } from './sources.ts'

const permission = 'manage_growth'
const NO_KEYS = 'business of the organisation: no right, no key and no file'

const name = line(SOURCE_LIMITS.nameCharacters).min(1)
const format = z.enum(SOURCE_FORMATS)
/** Longer than may be stored: what is too large is told so. */
const text = z.string().max(SOURCE_LIMITS.bytes * 3)

export const listSources = wireRoute({
  line: 'GET /sources/v1/sources',
  permission,
  summary: 'Lists the sources of texts of the organisation, the newest first, and whether they are found by meaning.',
  answer: z.object({
    sources: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.enum(SOURCE_KINDS),
        format,
        sentences: z.number(),
        /** Its meaning was read; until then it is found by words. */
        is_read: z.boolean(),
        author: z.string().nullable(),
        created_at: z.string(),
      }),
    ),
    embeddings: z.enum(['ready', 'not installed', 'damaged']),
  }),
})

export const addSource = wireRoute({
  line: 'POST /sources/v1/sources',
  permission,
  summary:
    'Stores a text as a source: pasted, of a file in base64, or of a file in the vault or a team space of the person, who sends its text.',
  body: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('pasted'), name, text }),
    z.strictObject({ kind: z.literal('file'), name, format, content: z.base64().max(SOURCE_LIMITS.bytes * 4) }),
    z.strictObject({ kind: z.literal('vault'), name, format, text, file: id }),
  ]),
  answer: z.object({ id: z.string(), sentences: z.number() }),
  makes: true,
  example: { kind: 'pasted', name: 'Survey', text: 'Nine of ten clinics send files by mail.' },
  proof: NO_KEYS,
})

export const readSource = wireRoute({
  line: 'GET /sources/v1/sources/:id',
  permission,
  summary: 'Reads the text of a source as it is stored.',
  answer: z.object({ name: z.string(), text: z.string() }),
})

export const removeSource = wireRoute({
  line: 'DELETE /sources/v1/sources/:id',
  permission,
  summary: 'Deletes a source with its sentences. Quotations in texts stay.',
  proof: NO_KEYS,
})

export const findFacts = wireRoute({
  line: 'POST /sources/v1/facts',
  permission,
  summary: 'Finds the sentences of the sources that fit the sections of a text.',
  body: z.strictObject({
    title: line(300),
    target_keyword: line(200),
    headings: z.array(line(SOURCE_LIMITS.headingCharacters).min(1)).max(SOURCE_LIMITS.headings),
  }),
  answer: z.object({
    sections: z.array(
      z.object({
        heading: z.string(),
        facts: z.array(
          z.object({
            source: z.string(),
            no: z.number(),
            name: z.string(),
            place: z.string(),
            text: z.string(),
            found_by: z.enum(['meaning', 'words']),
            similarity: z.number(),
          }),
        ),
      }),
    ),
  }),
  example: { title: 'File sharing', target_keyword: '', headings: ['Why mail is not enough'] },
  proof: 'reads; nothing is changed',
})
