import type { TeamRole } from '../permissions.ts'

export const DEMO_ORGANISATION = 'Fjordlight Instruments (demo)'

const FIRST =
  'Marta Jonas Aisha Piotr Lena Tomas Ingrid Rahul Chiara Nadia Oskar Yuki Elif Bruno Sofia Henrik Amara Luca Freya Dmitri Noor Pavel Greta Samir Ines Viktor Maya Anton Clara Idris Helena Matteo Zofia Emil Leila Marek Astrid Kofi Nina Sven'
const LAST =
  'Halvorsen Brandt Okafor Nowak Virtanen Ferreira Solberg Mehta Ricci Haddad Lindgren Tanaka Demir Almeida Petrova Jansen Diallo Moretti Nilsen Volkov Rahman Horak Keller Aziz Duarte Novotny Kapoor Weiss Fontaine Bello Papadaki Greco Zielinska Bergman Karimi Dvorak Strand Mensah Hoffmann Eriksen'

/** Minimum and maximum number of people: somebody for each who signs in to share with, and so many names as were invented. In SQL as well. */
export const DEMO_PEOPLE = { min: 4, max: 40 } as const

/** Roles of the first people; all others are members. */
const ROLES = [
  'owner',
  'admin',
  'member',
  'security_admin',
  'growth_manager',
  'sales_manager',
  'partner_manager',
  'compliance_officer',
  'billing_admin',
  'analyst',
  'viewer',
] as const

/** The first people, whose passwords are told to those who have a demo made. The administrator manages growth and sales as well. */
export const DEMO_ACCOUNTS = ['owner', 'admin', 'member'] as const satisfies readonly TeamRole[]
export type DemoAccount = (typeof DEMO_ACCOUNTS)[number]

export type DemoName = { firstName: string; lastName: string; email: string; role: TeamRole }

/** The first people of a demo, the owner before the others. @param domain of their addresses, one that leads nowhere */
export function demoNames(count: number, domain: string): DemoName[] {
  const last = LAST.split(' ')
  return FIRST.split(' ')
    .slice(0, count)
    .map((firstName, at) => {
      const lastName = last[at] ?? ''
      const email = `${firstName}.${lastName}@${domain}`.toLowerCase()
      return { firstName, lastName, email, role: ROLES[at] ?? 'member' }
    })
}

/** Steps of making one, in their order. */
export const DEMO_STEPS = ['people', 'files', 'teams', 'shares', 'devices', 'studio'] as const
export type DemoStep = (typeof DEMO_STEPS)[number]

/** `done` of `total` of one step. */
export type DemoProgress = { step: DemoStep; done: number; total: number }

/** `removing`: its people and everything of theirs are being deleted. */
export const DEMO_STATES = ['making', 'ready', 'removing', 'removed'] as const

/** Why a demo is removed. `stopped`: the server that made it ended before it was made. In SQL as well. */
export const DEMO_CAUSES = ['asked', 'cancelled', 'failed', 'stopped'] as const
