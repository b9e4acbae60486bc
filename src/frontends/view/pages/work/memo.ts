import { Component } from "preact";

/** A component that is drawn again only for another `entry`. */
export function memo<Props extends { readonly entry: unknown }>(draw: (props: Props) => unknown) {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      return next.entry !== this.props.entry;
    }

    override render(props: Props): never {
      return draw(props) as never;
    }
  };
}
