/** Whether a name is one that git gives a branch, a tag or the like, in full: git-check-ref-format(1). */
export const isRefName = (name: string): boolean =>
  name.length <= NAME_CHARS_MAX &&
  name.includes("/") &&
  !/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd ~^:?*[\\]|\.\.|@\{|\/\/|(?:^|\/)\.|\.lock(?:\/|$)|^\/|[/.]$/u.test(name);

/** And what can be seen: a name in a hostile repository carries no orders. */
const NAME_CHARS_MAX = 300;
