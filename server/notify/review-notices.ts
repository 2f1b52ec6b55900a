/** Where a mail can be switched off. */
export const CHOOSE = 'You choose on the page Notifications which mails you get.'

/** Mails about people who leave. */
export const REVIEW_NOTICES = {
  space_removal_wanted: {
    subject: 'Somebody is to leave a team space that you manage',
    text: (by: string) => `An administrator decided that ${by} no longer belongs to a team space that you manage.`,
    advice: `The server has no keys of the space: take them out of it on the page Team spaces. ${CHOOSE}`,
    button: 'Open team spaces',
    path: '/dashboard/spaces',
  },
}
