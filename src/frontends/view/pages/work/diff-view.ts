import { html } from "htm/preact";
import { say } from "../say.ts";
import { type DiffRow, partsOf } from "./diff-parts.ts";

/** A unified diff as two columns; one below the other where there is no room. */
export function DiffView({ patch }: { readonly patch: string }): unknown {
  return html`<div class="diff" tabindex="0" role="region" aria-label=${say`Change`}>${partsOf(patch).map((part) =>
    part.kind === "head"
      ? html`<p class="diff-head">${part.text}</p>`
      : html`<table><tbody>${part.rows.map(
          ({ left, right, isChange }) => html`<tr class=${isChange ? "changed" : ""}>
            <td class="line">${left?.line}</td><td class=${side(left, isChange, "removed")}>${sign(left, isChange, "−")}${left?.text}</td>
            <td class="line">${right?.line}</td><td class=${side(right, isChange, "added")}>${sign(right, isChange, "+")}${right?.text}</td>
          </tr>`,
        )}</tbody></table>`,
  )}</div>`;
}

const side = (cell: DiffRow["left"], isChange: boolean, name: string): string =>
  cell === undefined ? "absent" : isChange ? name : "";
/** Colour alone tells nobody anything who cannot see it. */
const sign = (cell: DiffRow["left"], isChange: boolean, text: string): unknown =>
  isChange && cell !== undefined && html`<span class="sign">${text}</span>`;
