/** Page of those who operate the installation: jobs of this kind are mails, and may be dropped. */
export const MAIL_TASK = 'send_mail'
/** As many jobs with an error, and as many mails, are listed. */
export const LISTED_JOBS = 50
/** A node that was not heard of for so long is away; it says that it is there four times as often. */
export const NODE_AWAY_SECONDS = 60
