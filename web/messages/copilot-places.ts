import type { Place } from '#contract/copilot/copilot.ts'

/** A place without what the address says of who may see it; `says` are questions and names by which people look for it. */
type Told = Pick<Place, 'address' | 'title' | 'says'> & Partial<Pick<Place, 'permission' | 'isOfOperator' | 'role'>>

/**
 * Pages and settings of the app, as the copilot finds them by meaning. They are read when the app is built and by the server alone: no page loads
 * them. Who may see a page of the panel is said in `contract/admin-pages.ts`.
 */
export const COPILOT_PLACES: readonly Told[] = [
  {
    address: '/dashboard',
    title: 'My Files',
    says: ['all my files and folders', 'upload a file', 'make a new folder'],
  },
  {
    address: '/dashboard?view=trash',
    title: 'My Files: Trash',
    says: ['deleted files', 'get a deleted file back', 'empty the trash'],
  },
  {
    address: '/dashboard?view=starred',
    title: 'My Files: Starred',
    says: ['files marked with a star', 'my favourite files'],
  },
  {
    address: '/dashboard?tab=documents',
    title: 'Documents',
    says: ['list of documents with status and owner'],
  },
  {
    address: '/dashboard/shared',
    title: 'Shared Files',
    says: [
      'what I share with others and what others share with me',
      'end or revoke a public link that I made',
      'ask people without an account for files',
      'who can open my files',
    ],
  },
  {
    address: '/dashboard/spaces',
    title: 'Team Spaces',
    says: [
      'folders that a team works in together',
      'a place for the files of a group',
      'add a member to a space',
      'files of my department',
    ],
  },
  {
    address: '/dashboard/devices',
    title: 'Devices',
    says: ['sensors and cameras that store files', 'register a machine', 'revoke the key of a device'],
  },
  {
    address: '/dashboard/activity',
    title: 'Activity',
    says: ['history of what I did', 'what happened in my account lately'],
  },
  {
    address: '/dashboard/training',
    title: 'Training',
    says: ['courses that I have to do', 'my certificates of courses'],
  },
  {
    address: '/dashboard/partner',
    title: 'Partner',
    says: ['my commissions as a partner', 'register a customer as a partner'],
    role: 'partner',
  },
  {
    address: '/dashboard/security',
    title: 'Security',
    says: [
      'change my password',
      'set up an authenticator app for my account',
      'add a passkey, fingerprint or Face ID',
      'see where I am signed in and sign out other devices',
      'change my email address',
      'my recovery kit of 24 words',
      'my security score',
    ],
  },
  {
    address: '/dashboard/settings',
    title: 'Settings: Profile',
    says: ['change my name and company', 'delete my account', 'my roles and teams'],
  },
  {
    address: '/dashboard/settings?section=billing',
    title: 'Settings: Billing',
    says: ['my subscription', 'buy more storage', 'cancel my plan'],
  },
  {
    address: '/dashboard/settings?section=preferences',
    title: 'Settings: Preferences',
    says: [
      'language of the app',
      'dark mode and light mode',
      'lock the vault after some minutes without use',
      'stay unlocked in this browser',
    ],
  },
  {
    address: '/dashboard/notifications',
    title: 'Notifications',
    says: ['which mails I get', 'turn off mails', 'unread messages'],
  },
  { address: '/dashboard/help', title: 'Help', says: ['guides and answers', 'contact support', 'keyboard shortcuts'] },
  {
    address: '/dashboard/team',
    title: 'Team',
    says: ['people of my organisation', 'who are my colleagues'],
  },
  {
    address: '/dashboard/team?view=teams',
    title: 'Team: Teams',
    says: ['named groups of people', 'make a group to share with all of it'],
  },
  {
    address: '/dashboard?tab=audit-logs',
    title: 'Audit Logs',
    says: ['who did what and when', 'export the audit log', 'how long events are kept'],
    permission: 'view_audit_logs',
  },
  {
    address: '/ai-studio',
    title: 'AI Studio',
    says: ['tools that write with artificial intelligence', 'overview of the studio'],
  },
  {
    address: '/ai-studio/seo',
    title: 'AI Studio: SEO',
    says: ['keywords for search engines', 'cluster a list of keywords'],
    permission: 'manage_growth',
  },
  {
    address: '/ai-studio/content',
    title: 'AI Studio: Content',
    says: ['write a blog article', 'text of a landing page', 'fact cards and sources'],
    permission: 'manage_growth',
  },
  {
    address: '/ai-studio/social',
    title: 'AI Studio: Social',
    says: ['calendar of posts for social media', 'plan posts for a month'],
    permission: 'manage_growth',
  },
  {
    address: '/ai-studio/analytics',
    title: 'AI Studio: Analytics',
    says: ['what language models cost us', 'requests and tokens of models'],
    permission: 'manage_growth',
  },
  {
    address: '/ai-studio/models',
    title: 'AI Studio: Models',
    says: [
      'connect a language model such as ChatGPT, Ollama or OpenAI',
      'limit what artificial intelligence may cost',
      'upload a model of our own',
      'replace personal data before a text goes to a model',
    ],
    permission: 'manage_growth',
  },
  {
    address: '/admin/overview',
    title: 'Admin Panel: Overview',
    says: ['is everything healthy', 'figures of the organisation'],
  },
  {
    address: '/admin/users',
    title: 'Admin Panel: Users',
    says: [
      'invite a new employee and give them an account',
      'give somebody the role of an administrator',
      'remove a person from the organisation',
      'limit the storage of a person',
      'invite a guest from outside',
    ],
  },
  {
    address: '/admin/reviews',
    title: 'Admin Panel: Access Reviews',
    says: ['check who still needs access', 'review the rights of people every quarter'],
  },
  {
    address: '/admin/reviews?tab=offboarding',
    title: 'Admin Panel: Offboarding',
    says: ['an employee leaves the company', 'hand over the files of a person who quits'],
  },
  {
    address: '/admin/security',
    title: 'Admin Panel: Security',
    says: ['attacks and suspicious sign-ins', 'open incidents', 'what was noticed in the organisation'],
  },
  {
    address: '/admin/security?view=sessions',
    title: 'Admin Panel: Sessions',
    says: ['who is signed in now', 'end the session of somebody else', 'sign out everybody'],
  },
  {
    address: '/admin/security?view=policies',
    title: 'Admin Panel: Rules',
    says: [
      'make people use two factors',
      'require a second factor from everybody, 2FA or MFA',
      'shortest password that people may choose',
      'sign people out after a time without use',
      'forbid public links and URLs',
      'links must have a password and an end',
      'share with people of this organisation only',
      'allow or forbid requests for files',
    ],
  },
  {
    address: '/admin/comprehensive-test',
    title: 'Admin Panel: Comprehensive Test',
    says: ['test whether the server is secure', 'run all checks of the installation'],
  },
  {
    address: '/admin/audit-logs',
    title: 'Admin Panel: Audit Logs',
    says: [
      'which person opened or downloaded a file',
      'evidence for the auditor',
      'prove that the log was not changed',
    ],
  },
  {
    address: '/admin/growth/marketing',
    title: 'Admin Panel: Marketing',
    says: ['contacts and their consent', 'forms for a web site', 'audiences'],
  },
  {
    address: '/admin/growth/sales',
    title: 'Admin Panel: Sales',
    says: ['deals and quotes', 'score of leads', 'revenue that is expected'],
  },
  {
    address: '/admin/growth/partners',
    title: 'Admin Panel: Partners',
    says: ['commissions of partners', 'links of resellers'],
  },
  {
    address: '/admin/growth/seo',
    title: 'Admin Panel: SEO',
    says: ['crawl the public site for mistakes', 'how search engines see the site'],
  },
  {
    address: '/admin/growth/newsletters',
    title: 'Admin Panel: Newsletters',
    says: ['send a newsletter', 'who unsubscribed', 'mails that bounced'],
  },
  {
    address: '/admin/docs',
    title: 'Admin Panel: Documentation',
    says: ['write guides of our own', 'publish an article in the documentation'],
  },
  {
    address: '/admin/training',
    title: 'Admin Panel: Training',
    says: ['assign a course to people', 'who has not done the compulsory training', 'phishing exercise'],
  },
  {
    address: '/admin/compliance',
    title: 'Admin Panel: Compliance',
    says: ['certificates such as ISO 27001', 'documents for auditors', 'bill of materials'],
  },
  {
    address: '/admin/integrations',
    title: 'Admin Panel: Integrations',
    says: [
      'send events to a SIEM such as Splunk, or to a webhook',
      'synchronise users and accounts from Okta, Azure AD or Entra by SCIM',
      'connect another system',
    ],
  },
  {
    address: '/admin/billing',
    title: 'Admin Panel: Billing',
    says: ['contract and plan of the organisation', 'address on our invoices'],
  },
  {
    address: '/admin/billing?tab=invoices',
    title: 'Admin Panel: Invoices',
    says: ['pay an invoice', 'download invoices of last year'],
  },
  {
    address: '/admin/status',
    title: 'Admin Panel: Status page',
    says: ['announce maintenance', 'tell customers about an outage'],
  },
  {
    address: '/admin/operations',
    title: 'Admin Panel: Operations',
    says: ['jobs that failed', 'queues and workers of the server', 'is the disk full'],
  },
  {
    address: '/admin/tenants',
    title: 'Admin Panel: Organisations',
    says: ['create another organisation', 'suspend an organisation', 'export all data of an organisation'],
  },
]
