import fs from 'node:fs'
import path from 'node:path'
import { ADMIN_PAGES } from '#contract/admin-pages.ts'
import type { Passage, Place } from '#contract/copilot/copilot.ts'
import { COPILOT_PLACES } from '../messages/copilot-places.ts'
import { fileTopics } from '../messages/help/help-files.ts'
import { peopleTopics } from '../messages/help/help-people.ts'
import { compileGuide, sectionsOf } from '../site/documentation/build/compile-guide.ts'

const GUIDES = path.join(import.meta.dirname, '../site/documentation/guides')
/** Never delivered: the server reads it (`server/copilot`). */
const FILE = '.copilot.json'
/** Maximum length of a passage, in characters. The model of the embeddings reads 256 tokens, about a thousand characters. */
const MAX_CHARACTERS = 700

/** Writes the guides of the site and of the app in pieces that are found one by one, and the places of the app. */
export function writePassages(dist: string): void {
  fs.writeFileSync(path.join(dist, FILE), JSON.stringify({ passages: passages(), places: places() }))
}

/** Every place of the app with who may see it. */
export function places(): Place[] {
  return COPILOT_PLACES.map(({ permission = null, role = null, isOfOperator = false, ...told }) => {
    const [path = ''] = told.address.split('?')
    const page = ADMIN_PAGES.find((one) => one.path === path)
    const rights = page
      ? { permission: page.permission, isOfOperator: page.isOfOperator }
      : { permission, isOfOperator }
    return { ...told, ...rights, role, opensAdmin: page !== undefined }
  })
}

/** Every guide in English, in pieces of a few sentences. */
export function passages(): Passage[] {
  return [...guidesOfTheSite(), ...guidesOfTheApp()]
}

function guidesOfTheSite(): Passage[] {
  return fs
    .readdirSync(GUIDES)
    .toSorted()
    .flatMap((file) => {
      const guide = compileGuide(file.replace(/\.md$/, ''), fs.readFileSync(path.join(GUIDES, file), 'utf8'))
      // For the search of the site each section begins with what the guide is about.
      const { description } = guide.front
      return sectionsOf(guide).map((section) => ({
        ...section,
        text: section.heading === '' ? section.text : section.text.slice(description.length).trim(),
      }))
    })
    .flatMap(({ id, title, heading, text }) =>
      inPieces(text).map((piece) => ({ address: `/documentation/${id}`, title, heading, text: piece })),
    )
}

function guidesOfTheApp(): Passage[] {
  return [...fileTopics, ...peopleTopics].flatMap(({ guides }) =>
    guides.flatMap(({ id, title, steps }) =>
      inPieces(steps.join(' ')).map((text) => ({ address: `/dashboard/help#${id}`, title, heading: '', text })),
    ),
  )
}

/** Whole sentences, as many as fit. */
export function inPieces(text: string, max = MAX_CHARACTERS): string[] {
  const sentences = text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.?!:])\s+(?=\S)/)
  const pieces: string[] = []
  for (const sentence of sentences.flatMap((one) => cut(one, max))) {
    const last = pieces.at(-1)
    if (last !== undefined && last.length + 1 + sentence.length <= max)
      pieces[pieces.length - 1] = `${last} ${sentence}`
    else if (sentence !== '') pieces.push(sentence)
  }
  return pieces
}

/** A sentence that is longer than a piece, such as an example, in parts at its blanks. */
function cut(sentence: string, max: number): string[] {
  if (sentence.length <= max) return [sentence]
  const at = sentence.lastIndexOf(' ', max)
  const end = at > 0 ? at : max
  return [sentence.slice(0, end), ...cut(sentence.slice(end).trimStart(), max)]
}
