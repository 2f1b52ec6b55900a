import { Feed } from 'feed'
import type { Incident, StatusDocument } from '#contract/status.ts'
import { markup } from '../markup.ts'
import { listed, nameOf, timeOf } from './incident-words.ts'

/** Incidents as RSS 2.0: one item each, which changes its date with every update. */
export function statusFeed({ incidents }: StatusDocument, publicUrl: string): string {
  const page = `${publicUrl}/status`
  const feed = new Feed({
    id: page,
    link: page,
    title: 'QuantumShield status',
    description: 'Incidents of this server',
    language: 'en',
    copyright: '',
    feedLinks: { rss: `${publicUrl}/status/rss.xml` },
    ...(incidents[0] && { updated: new Date(newestOf(incidents)) }),
  })
  for (const incident of incidents) {
    feed.addItem({
      title: incident.status === 'resolved' ? `Resolved: ${incident.title}` : incident.title,
      id: `${page}#${incident.id}`,
      link: `${page}#${incident.id}`,
      date: new Date(incident.updated_at),
      published: new Date(incident.created_at),
      content: contentOf(incident),
    })
  }
  return feed.rss2()
}

const newestOf = (incidents: readonly Incident[]): number =>
  Math.max(...incidents.map(({ updated_at }) => new Date(updated_at).getTime()))

function contentOf({ severity, services, updates }: Incident): string {
  const entries = updates.map(
    ({ status, text, created_at }) => markup`<p><b>${status}, ${timeOf(new Date(created_at))}:</b> ${text}</p>`,
  )
  const affected = `Severity: ${severity}. Affected: ${listed(services.map(nameOf))}.`
  return markup`${entries}<p>${affected}</p>`.text
}
