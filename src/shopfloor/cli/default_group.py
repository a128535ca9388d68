"""A group of commands of which one is meant when none is named."""

import click


class DefaultGroup(click.Group):
    """`pr ID` shows it. The name of a command may stand before or after its first argument."""

    default_command = "show"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if len(args) > 1 and args[0] not in self.commands and args[1] in self.commands:
            args[0], args[1] = args[1], args[0]
        if not args or (args[0] not in self.commands and args[0] not in ctx.help_option_names):
            args.insert(0, self.default_command)
        return super().parse_args(ctx, args)
