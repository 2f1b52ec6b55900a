import { common } from '../common.ts'
import type { PageMeta } from '#web/site/page-meta.ts'

const titled = (page: string) => `${page} · QuantumShield`

const organisation = {
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: 'QuantumShield',
  url: 'https://origin.invalid/',
  logo: 'https://origin.invalid/favicon.svg',
  description: 'A self-hosted file vault, encrypted end to end with hybrid post-quantum cryptography.',
}

/** Title and description of each page of the site. Descriptions stay below 160 characters: more is cut in lists of results. */
export const meta = {
  home: {
    title: 'QuantumShield: files only you can open',
    description:
      'A self-hosted file vault, encrypted in your browser with ML-KEM-768 and X25519 together. Check the claim on the page.',
    data: [organisation],
  },
  features: {
    title: titled('Features'),
    description:
      'Post-quantum cryptography, threat detection, audit trails and IoT: what is built, how it works, what it costs in bytes.',
  },
  solutions: {
    title: titled('Solutions'),
    description:
      'Financial services, healthcare, manufacturing and automotive: records that outlive the cryptography they began with.',
  },
  pricing: {
    title: titled('Pricing'),
    description:
      'Starter, Professional and Enterprise, with add-ons. Every plan encrypts the same way; they differ in people and service.',
  },
  blog: {
    title: titled('Blog'),
    description:
      'Nine articles on post-quantum cryptography with sources, calculations and code that runs, and what is not built yet.',
  },
  investors: {
    title: titled('Investors'),
    description: 'The market for post-quantum migration, what sets QuantumShield apart, and how funds would be used.',
  },
  proof: {
    title: titled('Proof'),
    description:
      'Published test vectors for ML-KEM, X-Wing and AES-GCM, run by this page in your browser with the code of the vault.',
  },
  compliance: {
    title: titled('Compliance'),
    description:
      'Certification records with a state computed from dates, and documents made by the running server: control mapping, evidence, SBOM, CBOM, DPA.',
  },
  documentation: {
    title: titled('Documentation'),
    description:
      'Guides in six categories: getting started, files and sharing, security and keys, administration, API and CLI, operations.',
  },
  apiReference: {
    title: titled('API reference'),
    description:
      'Tables and functions of this server, read from its own OpenAPI document, with parameters and a try-out.',
  },
  terms: { title: titled('Terms'), description: 'Who runs this service, and the terms of the software that runs it.' },
  privacy: {
    title: titled('Privacy'),
    description:
      'Who is responsible, what this server learns about you and why, what it cannot learn, and your rights.',
  },
  source: { title: titled('Source'), description: 'Where the source of the software on this server is published.' },
  status: {
    title: titled('Status'),
    description:
      'What this server measures of itself every 30 seconds: services, response times, 30 days of uptime, incidents.',
    feed: { title: 'QuantumShield status', path: '/status/rss.xml' },
  },
  notFound: { title: titled(common.notFoundTitle), description: common.notFoundText },
} satisfies Record<string, PageMeta>
