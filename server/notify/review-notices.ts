/** Where a mail can be switched off. */
export const CHOOSE = 'You choose on the page Notifications which mails you get.'

/** Mails about access reviews and people who leave. */
export const REVIEW_NOTICES = {
  access_review_due: {
    subject: 'An access review is past its day',
    text: 'The day of an access review has passed that you are a reviewer of, and not everything in it is decided. Nothing was removed.',
    advice: CHOOSE,
    button: 'Open access reviews',
    path: '/admin/reviews',
  },
  space_removal_wanted: {
    subject: 'Somebody is to leave a team space that you manage',
    text: (by: string) => `An administrator decided that ${by} no longer belongs to a team space that you manage.`,
    advice: `The server has no keys of the space: take them out of it on the page Team spaces. ${CHOOSE}`,
    button: 'Open team spaces',
    path: '/dashboard/spaces',
  },
}
