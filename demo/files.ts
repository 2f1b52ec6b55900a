import { createFolder } from '#vault/folders/folders.ts'
import { proveFile } from '#vault/files/file-records.ts'
import type { Shown } from '#vault/files/shown.ts'
import { sendWhole } from '#vault/transfer/send-content.ts'
import { commitUpload, contentKeysOf, planUpload } from '#vault/transfer/upload-plan.ts'
import { type DemoFile, pdfFile, pictureFile, tableFile, textFile } from './contents.ts'
import type { DemoPerson } from './people.ts'

/** A file as it was stored: who opens it, the server says. */
export type StoredFile = DemoFile & { id: string; ownerId: string; spaceId: string | null }

const DAY_MS = 86_400_000
const { signal } = new AbortController()
const REPORT = { sent: () => undefined, troubled: () => undefined, sealed: () => undefined }

type Place = { folderId?: string | null; spaceId?: string | null }

/** Seals and stores a file as the app does. @param daysAgo when it was last changed on the computer that it comes from */
export async function storeFile(
  { api, vault, userId }: DemoPerson,
  file: DemoFile,
  { daysAgo, folderId = null, spaceId = null }: Place & { daysAgo: number },
): Promise<StoredFile> {
  const now = new Date()
  const source = new Blob([file.bytes])
  const modifiedMs = now.getTime() - daysAgo * DAY_MS
  const planned = { name: file.name, type: file.type, sizeBytes: source.size, modifiedMs, folderId, spaceId }
  const plan = planUpload(vault, planned, now)
  const leaves = await sendWhole(api, contentKeysOf(plan), { source, signal, report: REPORT })
  await commitUpload(api, vault, plan, { leaves, now, signal })
  return { ...file, id: plan.fileId, ownerId: userId, spaceId }
}

/** The file as a list of its owner shows it. */
export async function shownFile({ api, vault }: DemoPerson, id: string): Promise<Shown> {
  const { manifest, metadata } = await proveFile(api, vault, id)
  const { spaceId, folderId, version } = manifest
  return { id, spaceId: spaceId === vault.personalSpace.id ? null : spaceId, folderId, name: metadata.name, version }
}

/** What somebody has for themselves: a file at the top and two in a folder, a picture for every third person. @param at their number */
export async function fillVault(person: DemoPerson, at: number, days: number): Promise<StoredFile[]> {
  const { api, vault, firstName, lastName } = person
  const daysAgo = (step: number): number => (at * 3 + step * 7) % Math.max(days, 1)
  const { id: folderId } = await createFolder(api, vault, { name: 'Projects', parentId: null })
  const name = `${firstName} ${lastName}`
  const files = [
    await storeFile(person, notes(name, at), { daysAgo: daysAgo(1) }),
    await storeFile(person, readings(at), { daysAgo: daysAgo(2), folderId }),
    await storeFile(person, report(name, at), { daysAgo: daysAgo(3), folderId }),
  ]
  if (at % 3 === 0) {
    const picture = pictureFile(`Test chart ${at + 1}.png`, (at * 37) % 256)
    files.push(await storeFile(person, picture, { daysAgo: daysAgo(4) }))
  }
  return files
}

const SUBJECTS = ['Lens coating', 'Spring catalogue', 'Calibration bench', 'Supplier review', 'Service visits'] as const
export const subjectOf = (at: number): string => SUBJECTS[at % SUBJECTS.length] ?? ''

const notes = (name: string, at: number): DemoFile =>
  textFile(`Notes on ${subjectOf(at).toLowerCase()}.txt`, [
    `${subjectOf(at)}: notes of ${name}`,
    '',
    `Open: sample ${at + 1} has to be measured again at 20 degrees.`,
    'Agreed: results are shared with the team before the end of the month.',
  ])

const readings = (at: number): DemoFile =>
  tableFile(`Readings ${at + 1}.csv`, [
    ['sample', 'wavelength_nm', 'transmission_percent'],
    ...Array.from({ length: 24 }, (_, row) => [row + 1, 400 + row * 15, ((at * 13 + row * 7) % 40) + 60]),
  ])

const report = (name: string, at: number): DemoFile =>
  pdfFile(`Report on ${subjectOf(at).toLowerCase()}.pdf`, [
    subjectOf(at),
    `Report by ${name}`,
    '',
    `Samples measured: ${24 + at}`,
    'This is an example: the organisation and its people are invented.',
  ])
