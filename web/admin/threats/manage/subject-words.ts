import { threatsPage } from '#web/messages/threats/threats-page.ts'
import type { NameOf } from './use-people.ts'

type About = { subject: string; userId: string | null }

const words = threatsPage.subjects

/** What an incident or an enforcement is about, such as `sign_ins_from 192.0.2.7`, in words. */
export function subjectWords({ subject, userId }: About, nameOf: NameOf): string {
  const [kind = '', ...rest] = subject.split(' ')
  const value = rest.join(' ')
  switch (kind) {
    case 'account':
      return words.account(nameOf(userId))
    case 'session':
      return words.session(nameOf(userId))
    case 'person':
      return words.person(nameOf(userId))
    case 'canary':
      return words.canary(nameOf(userId))
    case 'device':
      return words.device(nameOf(userId))
    case 'sign_ins_from':
      return words.signInsFrom(value)
    case 'links_from':
      return words.linksFrom(value)
    case 'network':
      return words.network(value)
    case 'installation':
      return words.installation
    default:
      // Of a newer server.
      return subject
  }
}
