#!/usr/bin/env bash
# One run of Waymark for the action beside this file. Takes WAYMARK_ACTION_…, writes the outputs `answer` and `exit-code`
# and the summary of the step, and leaves with Waymark's own exit code. Runs the same outside of GitHub.
set -uo pipefail

if [ -z "${WAYMARK_ACTION_PROMPT:-}" ]; then
  echo "waymark: the input \`prompt\` is empty; say what to do." >&2
  exit 2
fi
cd "${WAYMARK_ACTION_FOLDER:-.}" || exit 42

flags=(--print --final-message-only --permission-mode "${WAYMARK_ACTION_PERMISSION_MODE:-plan}")
add() { if [ -n "$2" ]; then flags+=("$1" "$2"); fi; }
add --model "${WAYMARK_ACTION_MODEL:-}"
add --report "${WAYMARK_ACTION_SARIF:-}"
add --report "${WAYMARK_ACTION_JUNIT:-}"
add --fail-on "${WAYMARK_ACTION_FAIL_ON:-}"
add --max-cost "${WAYMARK_ACTION_MAX_COST:-}"
add --max-turns "${WAYMARK_ACTION_MAX_TURNS:-}"
while IFS= read -r flag; do
  if [ -n "$flag" ]; then flags+=("$flag"); fi
done <<< "${WAYMARK_ACTION_ARGS:-}"

if [ -n "${WAYMARK_ACTION_VERSION:-}" ]; then
  waymark=(npx --yes "waymark@$WAYMARK_ACTION_VERSION")
else
  waymark=(waymark)
fi

answer=$("${waymark[@]}" "${flags[@]}" -- "$WAYMARK_ACTION_PROMPT" < /dev/null)
code=$?
printf '%s\n' "$answer"

if [ -n "${GITHUB_OUTPUT:-}" ]; then
  # A border that no answer can have guessed.
  border="end-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')"
  printf 'exit-code=%s\nanswer<<%s\n%s\n%s\n' "$code" "$border" "$answer" "$border" >> "$GITHUB_OUTPUT"
fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  # Four blanks make it text: what a model wrote is no markup of ours.
  printf '### Waymark (exit code %s)\n\n%s\n' "$code" "$answer" | sed '3,$s/^/    /' >> "$GITHUB_STEP_SUMMARY"
fi
exit "$code"
