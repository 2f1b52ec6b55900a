import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { m } from '../app.ts'
import { settings as settingWords } from '../settings.ts'
import { speak } from '../languages/speak.ts'

vi.stubGlobal('document', { documentElement: { lang: '' } })
afterEach(() => speak('en'))
afterAll(() => void vi.unstubAllGlobals())

const MIB = 1024 * 1024

test.each([
  [
    'en',
    'There is not enough room: 8.00 MB of 11.50 MB are used. What is already stored is not affected. Delete files for good, or change the plan in the settings under Billing, then try again.',
    'There was not enough room. What is already stored is not affected. Delete files for good, or change the plan in the settings under Billing, then try again.',
  ],
  [
    'de',
    'Der Platz reicht nicht: 8,00 MB von 11,50 MB sind belegt. Was schon gespeichert ist, bleibt unberührt. Löschen Sie Dateien endgültig, oder wechseln Sie den Tarif in den Einstellungen unter Abrechnung, und versuchen Sie es dann noch einmal.',
    'Der Platz hat nicht gereicht. Was schon gespeichert ist, bleibt unberührt. Löschen Sie Dateien endgültig, oder wechseln Sie den Tarif in den Einstellungen unter Abrechnung, und versuchen Sie es dann noch einmal.',
  ],
  [
    'fr',
    'Il n’y a pas assez de place : 8,00 MB sur 11,50 MB sont utilisés. Ce qui est déjà enregistré reste intact. Supprimez des fichiers définitivement, ou changez d’offre dans les paramètres, sous « Facturation », puis réessayez.',
    'Il n’y avait pas assez de place. Ce qui est déjà enregistré reste intact. Supprimez des fichiers définitivement, ou changez d’offre dans les paramètres, sous « Facturation », puis réessayez.',
  ],
] as const)(
  '%s: what did not fit is explained in the language that is spoken',
  async (language, limited, unlimited) => {
    await speak(language)
    expect(m.storage.noRoom(8 * MIB, 11.5 * MIB, false)).toBe(limited)
    expect(m.storage.noRoom(8 * MIB, null, false)).toBe(unlimited)
  },
)

test.each(['en', 'de', 'fr'] as const)(
  '%s: the sentence names the part of the settings as it is called there',
  async (language) => {
    await speak(language)
    expect(m.storage.noRoom(1, 1, false)).toContain(settingWords.billing)
  },
)
