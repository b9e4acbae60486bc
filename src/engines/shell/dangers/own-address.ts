/**
 * Scheme, login, host and port as every client reads them alike: what some take for the end of the host, and others for a login
 * (`127.0.0.1\@far.example`), is in none of them.
 */
const OF_THIS_MACHINE =
  /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:[\w.~%+:-]*@)?(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?(?:\/.*|[?#][^@\\]*)?$/is;

/** Whether an address is this machine by its text alone, for whatever program is given it: no name is looked up. */
export const isOwnAddress = (address: string): boolean => OF_THIS_MACHINE.test(address);
