import type { TeamRole } from '#contract/permissions.ts'

export const ORGANISATION = 'Fjordlight Instruments (demo)'
/** Reserved for examples (RFC 2606): mail to it leads nowhere. */
const DOMAIN = 'fjordlight.example.test'

const FIRST =
  'Marta Jonas Aisha Piotr Lena Tomas Ingrid Rahul Chiara Nadia Oskar Yuki Elif Bruno Sofia Henrik Amara Luca Freya Dmitri Noor Pavel Greta Samir Ines Viktor Maya Anton Clara Idris Helena Matteo Zofia Emil Leila Marek Astrid Kofi Nina Sven'
const LAST =
  'Halvorsen Brandt Okafor Nowak Virtanen Ferreira Solberg Mehta Ricci Haddad Lindgren Tanaka Demir Almeida Petrova Jansen Diallo Moretti Nilsen Volkov Rahman Horak Keller Aziz Duarte Novotny Kapoor Weiss Fontaine Bello Papadaki Greco Zielinska Bergman Karimi Dvorak Strand Mensah Hoffmann Eriksen'

/** Maximum number of people: so many names were invented. */
export const MAX_PEOPLE = FIRST.split(' ').length

/** Roles of the first people; all others are members. */
const ROLES = ['owner', 'admin', 'member', 'security_admin', 'billing_admin', 'analyst', 'viewer'] as const

export type DemoName = { firstName: string; lastName: string; email: string; role: TeamRole }

export function namesOf(count: number): DemoName[] {
  const last = LAST.split(' ')
  return FIRST.split(' ')
    .slice(0, count)
    .map((firstName, at) => {
      const lastName = last[at] ?? ''
      const email = `${firstName}.${lastName}@${DOMAIN}`.toLowerCase()
      return { firstName, lastName, email, role: ROLES[at] ?? 'member' }
    })
}

/** Teams, with the part of the people that each has: every fifth, from the one with its number. */
export const TEAMS = ['Management', 'Optics', 'Finance', 'Marketing', 'Service'] as const
