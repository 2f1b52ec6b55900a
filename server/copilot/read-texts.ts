import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Passage, Place } from '#contract/copilot/copilot.ts'
import { type Permission, PERMISSIONS, ROLES } from '#contract/permissions.ts'
import { BUILD_FOLDER } from '../http/site-documents.ts'

export const TEXTS_FILE = path.join(BUILD_FOLDER, '.copilot.json')

const passage = z.object({ address: z.string(), title: z.string(), heading: z.string(), text: z.string() })
const place = z.object({
  address: z.string(),
  title: z.string(),
  says: z.array(z.string()),
  permission: z.enum(Object.keys(PERMISSIONS) as Permission[]).nullable(),
  role: z.enum(ROLES).nullable(),
  isOfOperator: z.boolean(),
  opensAdmin: z.boolean(),
})
const texts = z.object({ passages: z.array(passage).min(1), places: z.array(place).min(1) })
export type Texts = { passages: readonly Passage[]; places: readonly Place[] }

/** The build did not write the texts of this version; the message says what to do. */
export class TextsUnavailableError extends Error {
  override readonly name = 'TextsUnavailableError'

  constructor(options: ErrorOptions) {
    super('The texts that the copilot answers from are missing or of another version: run npm run build', options)
  }
}

/** @throws {TextsUnavailableError} */
export function readTexts(file: string): Texts {
  try {
    return texts.parse(JSON.parse(fs.readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new TextsUnavailableError({ cause })
  }
}
