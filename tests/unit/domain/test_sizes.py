from shopfloor.domain.sizes import size_text


def test_sizes_as_people_read_them() -> None:
    sizes = (500, 2**18, 10 * 2**20, 30_000_000, 3 * 2**30)
    assert [size_text(size) for size in sizes] == ["500 bytes", "256 KiB", "10 MiB", "28.6 MiB", "3 GiB"]
