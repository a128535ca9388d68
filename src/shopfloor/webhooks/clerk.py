"""Decides what comes of a happening, after the rules of its project and the rights of who did it."""

from collections.abc import Awaitable, Callable

from shopfloor.domain.ids import AgentWorkOrderId
from shopfloor.domain.webhook import Happening, HappeningKind, PromisedReply
from shopfloor.domain.webhook_rules import WebhookRules
from shopfloor.domain.work_order import AgentWorkOrder
from shopfloor.errors import ForgeNotFound, NotFound
from shopfloor.forge.forge_protocol import Forge
from shopfloor.forge.review_protocol import ReviewDesk
from shopfloor.state_manager.store import Store, Transaction
from shopfloor.webhooks import words
from shopfloor.webhooks.closing import Closing
from shopfloor.webhooks.decision import Decision, both, done, ignored, refused
from shopfloor.webhooks.github_payload import is_ours
from shopfloor.webhooks.issue_news import IssueNews
from shopfloor.webhooks.recognition import Recognition
from shopfloor.webhooks.whereabouts import Whereabouts, find_whereabouts
from shopfloor.work_orders.prompts import Prompts
from shopfloor.work_orders.requests import NewWorkOrder
from shopfloor.work_orders.service import WorkOrders

_Decide = Callable[[Happening, Whereabouts], Awaitable[Decision]]


class Clerk:
    def __init__(
        self,
        *,
        store: Store,
        work_orders: WorkOrders,
        prompts: Prompts,
        forge: Forge,
        reviews: ReviewDesk,
        closing: Closing,
        issue_news: IssueNews,
    ) -> None:
        self._store = store
        self._work_orders = work_orders
        self._prompts = prompts
        self._forge = forge
        self._reviews = reviews
        self._closing = closing
        self._issue_news = issue_news
        self._recognition = Recognition(store)
        self._by_kind: dict[HappeningKind, _Decide] = {
            HappeningKind.ISSUE_LABELED: self._labeled,
            HappeningKind.ISSUE_OPENED: lambda happening, _: issue_news.opened(happening),
            HappeningKind.ISSUE_CHANGED: lambda happening, _: issue_news.changed(happening),
            HappeningKind.COMMENTED: self._commented,
            HappeningKind.COMMENT_CHANGED: lambda happening, _: issue_news.comment_changed(happening),
            HappeningKind.REVIEW_REQUESTED: self._review_requested,
            HappeningKind.REVIEWED: self._reviewed,
            HappeningKind.PUSHED: self._pushed,
            HappeningKind.PULL_REQUEST_CLOSED: self._closed,
            HappeningKind.PULL_REQUEST_TURNED: self._turned,
            HappeningKind.REPOSITORY_MOVED: self._moved,
        }

    async def decide(self, happening: Happening) -> Decision:
        """Looks and asks, but starts nothing: that is the decision's `write`."""
        where = await self._store.read(lambda tx: find_whereabouts(tx, happening))
        if where.repository_url is not None or happening.kind is HappeningKind.REPOSITORY_MOVED:
            await self._recognition.learn(happening)
        if where.repository_url is None:
            return ignored("No project has this repository.")
        return await self._by_kind[happening.kind](happening, where)

    async def _labeled(self, happening: Happening, where: Whereabouts) -> Decision:
        return both(await self._begin_by_label(happening, where), await self._issue_news.changed(happening))

    async def _begin_by_label(self, happening: Happening, where: Whereabouts) -> Decision:
        where = where.with_rule(lambda rules: rules.issue_label is not None and rules.issue_label == happening.label)
        if where.rules.issue_label is None or happening.label != where.rules.issue_label:
            return ignored(f"No rule is about the label {happening.label}.")
        return await self._file(happening, where, NewWorkOrder(github_issue_number=str(happening.number)))

    async def _commented(self, happening: Happening, where: Whereabouts) -> Decision:
        command = words.command_in(happening.text)
        if command is None:
            return await self._issue_news.commented(happening)
        where = where.with_rule(lambda rules: rules.comments)
        if not where.rules.comments:
            return ignored("No rule is about comments.")
        if where.order is not None:
            return await self._tell(happening, where.order, f"comment-{happening.source_id}", command)
        if happening.is_pull_request:
            return await self._work_on_pull_request(happening, where, words.prompt_of_command(happening, command))
        request = NewWorkOrder(
            github_issue_number=str(happening.number),
            initial_prompt=words.prompt_of_command(happening, command) if command else None,
        )
        return await self._file(happening, where, request)

    async def _review_requested(self, happening: Happening, where: Whereabouts) -> Decision:
        where = where.with_rule(lambda rules: _is_asked_of(rules, happening))
        if not _is_asked_of(where.rules, happening):
            return ignored("No rule is about reviews asked of this user.")
        if happening.branch is None:
            return ignored("The pull request comes from a fork: its branch cannot be built upon.")
        prompt = words.prompt_of_review_request(happening)
        title = f"Review #{happening.number}: {happening.title}"[:200]
        request = NewWorkOrder(initial_prompt=prompt, title=title, base_branch=happening.branch)
        return await self._file(happening, where, request)

    async def _pushed(self, happening: Happening, where: Whereabouts) -> Decision:
        where = where.with_rule(lambda rules: rules.push_prompt is not None)
        prompt, project = where.rules.push_prompt, where.project
        if prompt is None or project is None:
            return ignored("No rule is about pushes.")
        base = project.base_branch
        if base is None:
            base = (await self._forge.verify_repository(project.repository_url)).default_branch
        if happening.branch != base:
            return ignored(f"{happening.branch} is not the base branch.")
        request = NewWorkOrder(initial_prompt=words.prompt_of_push(happening, prompt), title=prompt[:200])
        return await self._file(happening, where, request)

    async def _closed(self, happening: Happening, where: Whereabouts) -> Decision:
        if where.order is None:
            return ignored("No work order has this pull request.")
        return await self._closing.close(where.order, is_merged=happening.is_merged)

    async def _turned(self, happening: Happening, where: Whereabouts) -> Decision:
        if where.order is None:
            return ignored("No work order has this pull request.")
        return self._closing.turn(where.order, is_draft=happening.is_draft)

    async def _moved(self, happening: Happening, where: Whereabouts) -> Decision:
        """Nothing is changed: the forge leads from the old address to the new one."""
        name = where.project.name if where.project is not None else "The repository"
        return done(f"{name} is called {happening.title} now, and is known by its number.", lambda _: None)

    async def _reviewed(self, happening: Happening, where: Whereabouts) -> Decision:
        order, number, review_id = where.order, happening.number, happening.source_id
        if order is None or number is None or review_id is None:
            return ignored("No work order has this pull request.")
        if not where.rules.reviews:
            return ignored("No rule is about reviews.")
        reply_id = f"review-{review_id}"
        if await self._store.read(lambda tx: tx.webhooks.is_promised(reply_id)):
            return ignored("The review was taken up with another delivery.")
        if not await self._reviews.may_push(order.repository_url, happening.sender):
            return _not_allowed(happening)
        review = await self._reviews.get_review(order.repository_url, number, review_id)
        theirs = tuple(comment for comment in review.comments if not is_ours(comment.text))
        if not theirs and (not review.text.strip() or review.state == "approved"):
            return ignored("The review asks for nothing.")
        threads = tuple(dict.fromkeys(comment.thread_id for comment in theirs))
        prompt = words.prompt_of_review(number, review)
        return done(
            f"Told work order {order.agent_work_order_id}.",
            lambda tx: self._promise(tx, order.agent_work_order_id, happening, reply_id, number, threads, prompt),
            self._prompts.begin_taken,
        )

    async def _tell(self, happening: Happening, order: AgentWorkOrder, reply_id: str, command: str) -> Decision:
        if not command:
            return ignored("The comment says nothing.")
        if not await self._reviews.may_push(order.repository_url, happening.sender):
            return _not_allowed(happening)
        number = happening.number
        assert number is not None
        prompt = words.prompt_of_comment(happening, command)
        return done(
            f"Told work order {order.agent_work_order_id}.",
            lambda tx: self._promise(tx, order.agent_work_order_id, happening, reply_id, number, (), prompt),
            self._prompts.begin_taken,
        )

    async def _work_on_pull_request(self, happening: Happening, where: Whereabouts, prompt: str) -> Decision:
        """Somebody else's pull request: the work goes into its branch by a pull request of its own."""
        assert where.repository_url is not None
        assert happening.number is not None
        try:
            pull_request = await self._forge.get_pull_request(where.repository_url, happening.number)
        except (NotFound, ForgeNotFound):
            return ignored("The pull request is gone.")
        request = NewWorkOrder(initial_prompt=prompt, base_branch=pull_request.head_branch)
        return await self._file(happening, where, request)

    async def _file(self, happening: Happening, where: Whereabouts, request: NewWorkOrder) -> Decision:
        project = where.project
        if project is None:
            return ignored("No project has this repository.")
        if not await self._reviews.may_push(project.repository_url, happening.sender):
            return _not_allowed(happening)
        filed = NewWorkOrder(
            project_id=project.project_id,
            initial_prompt=request.initial_prompt,
            github_issue_number=request.github_issue_number,
            title=request.title,
            base_branch=request.base_branch,
        )
        await self._work_orders.check(filed)

        def write(tx: Transaction) -> None:
            self._work_orders.file(tx, filed)

        return done(f"Filed a work order in {project.name}.", write, self._work_orders.begin_filed)

    def _promise(
        self,
        tx: Transaction,
        order_id: AgentWorkOrderId,
        happening: Happening,
        reply_id: str,
        number: int,
        threads: tuple[int, ...],
        prompt: str,
    ) -> None:
        """Told once, however many deliveries speak of it."""
        if tx.webhooks.is_promised(reply_id):
            return
        _, told = self._prompts.take(tx, order_id, prompt, author=happening.sender)
        tx.webhooks.promise(PromisedReply(reply_id, order_id, told.prompt_id, number, threads))


def _is_asked_of(rules: WebhookRules, happening: Happening) -> bool:
    wanted = rules.review_requests_to
    return wanted is not None and (happening.reviewer or "").lower() == wanted.removeprefix("@").lower()


def _not_allowed(happening: Happening) -> Decision:
    return refused(f"@{happening.sender} may not push to this repository, so may not start work.")
